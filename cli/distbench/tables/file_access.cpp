// SPDX-License-Identifier: BSD-3-Clause
// Tessera: published times and requests of file access next to those of our plans.
#include "cli/distbench/tables/comparers.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/io/io_cost.hpp"
#include "libcore/io/io_task.hpp"
#include "libcore/spec/parse.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <map>

namespace tessera::cli {
namespace {

constexpr Index slab_columns = 16; // in tables 5.2 and 5.3
constexpr Index most_file_elements = Index{1} << 40;
constexpr std::string_view access_methods[]{"direct", "sieve", "static", "dynamic"};

/// One cell of the table, with the figures of our plan.
struct AccessCell {
    std::string method = {}; ///< "direct"
    bool reads = true;
    int ranks = 0;
    std::optional<double> paper_seconds = {};
    std::optional<Index> paper_requests = {}; ///< of all ranks
    std::optional<Index> paper_elements = {}; ///< elements that all ranks access
    Index requests = 0;
    Index elements = 0;
    double seconds = 0; ///< predicted
};

struct AccessRow {
    std::string number;  ///< "III"
    std::string section; ///< "1:100,1+10*p:100+10*p"
    std::vector<AccessCell> cells;
};

struct AccessTable {
    PaperTable const& paper;
    Extents shape; ///< of the file's array
    std::vector<AccessRow> rows;

    [[nodiscard]] bool direct_per_element() const { return paper.fact("direct request") == "element"; }
    [[nodiscard]] bool has_counts() const { return rows.front().cells.front().paper_requests.has_value(); }
    /// Returns whether columns are the same methods on several numbers of ranks.
    [[nodiscard]] bool scales() const { return rows.front().cells.front().ranks != rows.front().cells.back().ranks; }
};

std::optional<Index> whole_number(std::string_view text) {
    Index number = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() && number > 0 ? std::optional(number) : std::nullopt;
}

/// Reads the words of a heading into the cell. Returns false if one is unknown.
bool read_heading(std::string_view heading, AccessCell& cell, std::string_view& counts) {
    auto const words = split_text(heading, " ");
    cell.method = words.front();
    for (std::size_t i = 1; i < words.size(); ++i) {
        std::string const& word = words[i];
        if (word == "read" || word == "write")
            cell.reads = word == "read";
        else if (word == "requests" || word == "elements")
            counts = word == "requests" ? "requests" : "elements";
        else if (auto const ranks = whole_number(word))
            cell.ranks = static_cast<int>(*ranks);
        else
            return false;
    }
    return std::ranges::find(access_methods, cell.method) != std::end(access_methods);
}

/// Returns the paper's cells of a row. Neighbouring columns of requests and elements make one cell.
Result<AccessRow> published_row(PaperTable const& paper, std::size_t row) {
    AccessRow result{paper.text(row, "row"), paper.text(row, "section"), {}};
    std::string const& direction = paper.has_column("direction") ? paper.text(row, "direction") : paper.fact("direction");
    for (std::string const& heading : paper.figures()) {
        AccessCell cell{.reads = direction != "write", .ranks = static_cast<int>(whole_number(paper.fact("ranks")).value_or(0))};
        std::string_view counts;
        auto const figure = paper.number(row, heading);
        if (!read_heading(heading, cell, counts) || cell.ranks < 1 || !figure)
            return fail(
                fmt::format("table {}, row {}: column '{}' needs a figure, a method (direct, sieve, static or dynamic) and a "
                            "number of ranks (or the fact '# ranks: ...')",
                            paper.name(), result.number, heading));
        if (counts.empty())
            cell.paper_seconds = figure;
        else if (counts == "requests")
            cell.paper_requests = static_cast<Index>(*figure);
        else if (!result.cells.empty() && result.cells.back().method == cell.method)
            result.cells.back().paper_elements = static_cast<Index>(*figure);
        if (counts != "elements") result.cells.push_back(cell);
    }
    return result;
}

/// Returns the sections of all ranks of a cell, written as a job.
Result<IoTask> task_of(AccessTable const& table, AccessRow const& row, AccessCell const& cell) {
    std::string const text =
        fmt::format("      real A({},{})\n"
                    "!hpf$ processors P({})\n"
                    "!hpf$ distribute A(block,*) onto P\n"
                    "!dist$ io {} A({}) for(p=0:{})\n",
                    table.shape[0], table.shape[1], cell.ranks, cell.reads ? "read" : "write", row.section, cell.ranks - 1);
    auto const job = TRY(parse_job(text, table.paper.name(), {.ranks = cell.ranks, .files = nullptr}));
    return io_task(job, job.io_statements.front());
}

/// Returns all columns between the bounds of the section, even if the stride skips the upper bound. The paper counts like this
/// (5.5.1).
Run columns_covered(IoTask const& task, Index rows) {
    RankTriplet const& columns = task.statement.section.back();
    return {(columns.first->at - 1) * rows, columns.last->at * rows};
}

IoSettings settings_of(AccessTable const& table, AccessCell const& cell, IoTask const& task) {
    Index const column = table.shape[0] * task.array.type.bytes;
    IoSettings settings;
    if (cell.method == "direct") {
        settings.access = Access::Direct;
        settings.direct = table.direct_per_element() ? DirectUnit::Element : DirectUnit::Run;
    } else if (cell.method == "sieve") {
        settings.access = Access::Sieve;
        settings.sieve = {SieveShape::WholeSlabs, slab_columns * column, columns_covered(task, table.shape[0])};
    } else {
        // Two-phase, sieving column by column. File domains are whole columns, and all processors are aggregators (6.3.1).
        settings.sieve = {SieveShape::OneSlab, column, {}};
        settings.domains.kind = cell.method == "static" ? DomainKind::Static : DomainKind::Dynamic;
        settings.domains.unit = FileUnit::Slab;
        settings.domains.aggregators = cell.ranks;
    }
    return settings;
}

Result<void> plan_cell(AccessTable const& table, AccessCell& cell, IoTask const& task, Machine const& machine) {
    auto const plan =
        TRY(IoPlan::make(task.fad, cell.reads ? IoDirection::Read : IoDirection::Write, settings_of(table, cell, task)));
    auto const time = predicted_time(plan, machine);
    if (!time) return fail(fmt::format("{} has no rates of files, or of messages", machine.name));
    cell.requests = plan.totals().requests();
    cell.elements = plan.totals().bytes() / task.array.type.bytes;
    cell.seconds = time->total();
    return {};
}

Result<void> plan_row(AccessTable const& table, AccessRow& row, Machine const& machine) {
    std::map<int, IoTask> tasks; // key: number of ranks; the sections do not depend on the method
    for (AccessCell& cell : row.cells) {
        auto found = tasks.find(cell.ranks);
        if (found == tasks.end()) {
            auto task = TRY(task_of(table, row, cell));
            found = tasks.emplace(cell.ranks, std::move(task)).first;
        }
        TRY(plan_cell(table, cell, found->second, machine));
    }
    return {};
}

/// Error: cells have figures of several kinds, or numbers of ranks come with other methods than the first.
Result<void> check_cells(AccessTable const& table) {
    auto const& cells = table.rows.front().cells;
    auto const per_ranks = std::ranges::count(cells, cells.front().ranks, &AccessCell::ranks);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        AccessCell const& like = cells[i % static_cast<std::size_t>(per_ranks)];
        bool const same_kind =
            table.has_counts() ? cells[i].paper_requests && cells[i].paper_elements : cells[i].paper_seconds.has_value();
        if (!same_kind || cells[i].method != like.method || cells.size() % static_cast<std::size_t>(per_ranks) != 0)
            return fail(
                fmt::format("table {}: all columns must be times, or all requests and elements, and each number of ranks needs "
                            "the same methods in the same order",
                            table.paper.name()));
    }
    return {};
}

Result<AccessTable> planned_table(PaperTable const& paper, Machine const& machine) {
    auto const shape = extents_in(paper.fact("array"), most_file_elements);
    if (!shape || shape->size() != 2 || paper.rows() == 0)
        return fail(fmt::format("table {}: it needs rows, and two extents as in '# array: 4096x4096'", paper.name()));
    AccessTable table{paper, *shape, {}};
    for (std::size_t row = 0; row < paper.rows(); ++row) {
        table.rows.push_back(TRY(published_row(paper, row)));
        TRY(check_cells(table));
        TRY(plan_row(table, table.rows.back(), machine));
    }
    return table;
}

/// Returns "(1:100, 1+10p:100+10p)", almost as printed.
std::string section_text(std::string_view section) {
    std::string text(section);
    for (auto const& [ours, printed] :
         {std::pair<std::string_view, std::string_view>{"number_of_processors()", "P"}, {"*p", "p"}, {",", ", "}})
        for (std::size_t at = text.find(ours); at != std::string::npos; at = text.find(ours, at + printed.size()))
            text.replace(at, ours.size(), printed);
    return "(" + text + ")";
}

std::string access_seconds_text(double seconds) {
    return fmt::format("{:.{}f}", seconds, seconds < 10 ? 3 : seconds < 100 ? 2 : 1);
}

std::string over_paper_text(AccessCell const& cell) {
    return fmt::format("{:.2f}", cell.seconds / *cell.paper_seconds);
}

std::string access_heading(AccessTable const& table) {
    std::string const array = fmt::format("real A({},{}), stored column by column", table.shape[0], table.shape[1]);
    return fmt::format("{}, {}\n{}", table.paper.fact("paper"), table.paper.title(), array) +
           (table.direct_per_element()
                ? ": the local array of each of 64 processors.\n\n"
                : fmt::format("; processor p of {} wants the section.\n\n", table.scales() ? "P" : table.paper.fact("ranks")));
}

/// Begins the line of a cell: number and section of the row in front of its first cell, and the method.
std::vector<std::string> line_of_cell(AccessRow const& row, AccessCell const& cell, std::string method) {
    bool const first = &cell == &row.cells.front();
    return {first ? row.number : "", first ? section_text(row.section) : "", std::move(method)};
}

/// Returns a line for each method.
std::string times_by_method(AccessTable const& table) {
    constexpr auto left = TextTable::Align::Left;
    std::vector<std::vector<std::string>> lines;
    for (AccessRow const& row : table.rows)
        for (AccessCell const& cell : row.cells) {
            bool const both = !table.paper.has_column("direction") && table.paper.fact("direction").empty();
            auto line = line_of_cell(row, cell, cell.method + (both ? cell.reads ? " read" : " write" : ""));
            line.insert(line.end(), {grouped(cell.requests), grouped(cell.elements), access_seconds_text(*cell.paper_seconds),
                                     access_seconds_text(cell.seconds), over_paper_text(cell)});
            lines.push_back(std::move(line));
        }
    return table_text(
        {{"", left}, {"section", left}, {"method", left}, {"requests"}, {"elements"}, {"paper, s"}, {"predicted"}, {"ratio"}},
        std::move(lines));
}

/// Returns the requests and elements of each method.
std::string counts_by_method(AccessTable const& table) {
    constexpr auto left = TextTable::Align::Left;
    std::vector<std::vector<std::string>> lines;
    Index equal = 0;
    for (AccessRow const& row : table.rows)
        for (AccessCell const& cell : row.cells) {
            equal += (cell.paper_requests == cell.requests ? 1 : 0) + (cell.paper_elements == cell.elements ? 1 : 0);
            auto line = line_of_cell(row, cell, cell.method);
            line.insert(line.end(), {grouped(*cell.paper_requests), grouped(cell.requests),
                                     grouped(cell.paper_elements.value_or(0)), grouped(cell.elements)});
            lines.push_back(std::move(line));
        }
    auto const numbers = 2 * lines.size();
    return table_text(
               {{"", left}, {"section", left}, {"method", left}, {"requests: paper"}, {"ours"}, {"elements: paper"}, {"ours"}},
               std::move(lines)) +
           fmt::format("\n{} of {} numbers are the same.\n", equal, numbers);
}

/// Returns a block for each section, with a line for each number of processors. Columns come in pairs, direct and dynamic.
std::string times_by_ranks(AccessTable const& table) {
    std::string text;
    for (AccessRow const& row : table.rows) {
        text += fmt::format("{}{}, {} {}\n", text.empty() ? "" : "\n", row.number, row.cells.front().reads ? "reading" : "writing",
                            section_text(row.section));
        std::vector<TextTable::Column> columns{{"P"}};
        std::vector<std::vector<std::string>> lines;
        for (AccessCell const& cell : row.cells) {
            if (lines.empty() || lines.back().front() != fmt::to_string(cell.ranks)) lines.push_back({fmt::to_string(cell.ranks)});
            lines.back().insert(lines.back().end(), {grouped(cell.requests), access_seconds_text(*cell.paper_seconds),
                                                     access_seconds_text(cell.seconds), over_paper_text(cell)});
            if (lines.size() == 1)
                columns.insert(columns.end(), {{cell.method + ": requests"}, {"paper, s"}, {"predicted"}, {"ratio"}});
        }
        text += table_text(std::move(columns), std::move(lines));
    }
    return text;
}

/// Returns whether the cells are alternatives: the same section, direction and number of processors.
bool compete(AccessCell const& a, AccessCell const& b) {
    return a.ranks == b.ranks && a.reads == b.reads;
}

/// Returns the number of cases in which the fastest published method is also the fastest by prediction.
std::string winners_text(AccessTable const& table) {
    Index cases = 0;
    Index same = 0;
    for (AccessRow const& row : table.rows)
        for (auto first = row.cells.begin(); first != row.cells.end();) {
            auto const end = std::find_if(first, row.cells.end(), [&](AccessCell const& cell) { return !compete(*first, cell); });
            auto const measured = std::ranges::min_element(first, end, {}, &AccessCell::paper_seconds);
            auto const predicted = std::ranges::min_element(first, end, {}, &AccessCell::seconds);
            ++cases;
            same += predicted->paper_seconds == measured->paper_seconds ? 1 : 0;
            first = end;
        }
    return fmt::format("\nThe fastest method of the paper is the fastest by prediction, too, in {} of {} cases.\n", same, cases);
}

std::string ratios_by_method(AccessTable const& table) {
    std::string text;
    for (std::string_view const method : access_methods) {
        std::vector<double> ratios;
        for (AccessRow const& row : table.rows)
            for (AccessCell const& cell : row.cells)
                if (cell.method == method) ratios.push_back(cell.seconds / *cell.paper_seconds);
        if (!ratios.empty()) text += fmt::format("Ratio of {}: {}.\n", method, range_and_mean(ratios));
    }
    return text;
}

std::string access_explanation(AccessTable const& table, std::string const& machine) {
    std::string text = table.direct_per_element()
                           ? "\ndirect: a request for each element. sieve: slabs of 16 columns, from the first to the\n"
                             "last column of the section; a slab that is written is read before.\n"
                           : "\ndirect: a request for each run of a column. static, dynamic: two-phase, file domains of\n"
                             "whole columns, read a column at a time; what is written is read before, unless it is full.\n"
                             "requests, elements: of all processors together, counted; the paper does not give them.\n";
    if (!table.has_counts())
        text += fmt::format("predicted: {}; a request and a byte cost what one processor\n"
                            "paid at one disk (5.5.1). Left out: a disk reads whole blocks of 4 KiB, and the next\n"
                            "seven of them; processors wait for each other. Nothing is fitted to the table.\n",
                            machine);
    if (std::string const& note = table.paper.fact("note"); !note.empty()) text += note + "\n";
    return text;
}

ReportJson json_of_cell(AccessRow const& row, AccessCell const& cell) {
    ReportJson json{{"row", row.number},
                    {"section", row.section},
                    {"direction", cell.reads ? "read" : "write"},
                    {"ranks", cell.ranks},
                    {"method", cell.method}};
    if (cell.paper_requests) json["published_requests"] = *cell.paper_requests;
    json["requests"] = cell.requests;
    if (cell.paper_elements) json["published_elements"] = *cell.paper_elements;
    json["elements"] = cell.elements;
    if (cell.paper_seconds) {
        json["measured"] = *cell.paper_seconds;
        json["predicted"] = cell.seconds;
        json["ratio"] = cell.seconds / *cell.paper_seconds;
    }
    return json;
}

ReportJson access_json(AccessTable const& table, std::string const& machine) {
    ReportJson cells = ReportJson::array();
    for (AccessRow const& row : table.rows)
        for (AccessCell const& cell : row.cells) cells.push_back(json_of_cell(row, cell));
    return {{"schema", "tessera.io-table/1"}, {"table", table.paper.name()}, {"title", table.paper.title()},
            {"shape", table.shape},           {"machine", machine},          {"cells", std::move(cells)}};
}

} // namespace

Result<TableReport> compare_file_access(PaperTable const& paper, TableInputs const& inputs) {
    auto const table = TRY(planned_table(paper, inputs.delta));
    std::string text = access_heading(table);
    if (table.has_counts())
        text += counts_by_method(table);
    else
        text += (table.scales() ? times_by_ranks : times_by_method)(table) + winners_text(table) + ratios_by_method(table);
    return TableReport{text + access_explanation(table, inputs.delta.name), access_json(table, inputs.delta.name)};
}

} // namespace tessera::cli
