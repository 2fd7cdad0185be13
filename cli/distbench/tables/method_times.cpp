// SPDX-License-Identifier: BSD-3-Clause
// Tessera: measured times of the papers' experiments with methods, read from JSON and reported.
#include "cli/distbench/tables/method_times.hpp"

#include "cli/distbench/tables/embedded.hpp"
#include "libcore/base/file_text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tessera::cli {
namespace {

using MethodJson = nlohmann::json;
constexpr std::string_view method_times_schema = "tessera.method-times/1";

MethodTimes times_of(MethodJson const& row) {
    MethodTimes result{row.at("table"), row.at("figure"), row.at("row"), row.at("ranks"), {}};
    for (MethodJson const& each : row.at("times"))
        result.times.push_back({each.at("method"), each.at("median"), each.at("min"), each.at("max")});
    return result;
}

void add_published(ReportJson& json, char const* machine, std::optional<PublishedPair> const& pair) {
    if (pair) json[machine] = {{"naive", pair->naive * 1e-3}, {"pitfalls", pair->pitfalls * 1e-3}};
}

ReportJson json_of_row(MethodFigure const& figure, MethodRow const& row, MethodTimes const& times) {
    ReportJson json{{"table", times.table}, {"figure", times.figure}, {"row", times.row},
                    {"ranks", times.ranks}, {"from", row.from},       {"to", row.to}};
    if (!figure.says.empty()) json["paper"] = figure.says;
    add_published(json, "cm5", row.cm5);
    add_published(json, "paragon", row.paragon);
    json["times"] = ReportJson::array();
    for (ContenderTime const& time : times.times)
        json["times"].push_back({{"method", time.label}, {"median", time.median}, {"min", time.least}, {"max", time.most}});
    return json;
}

using MethodColumn = TextTable::Align;
constexpr double in_milliseconds = 1e3;

std::string milliseconds_text(double milliseconds) {
    return fmt::format("{:.{}f}", milliseconds, milliseconds < 1 ? 3 : milliseconds < 10 ? 2 : milliseconds < 100 ? 1 : 0);
}

std::string time_text(MethodTimes const* times, std::string_view label) {
    auto const* const time = times == nullptr ? nullptr : times->of(label);
    return time == nullptr ? "" : milliseconds_text(time->median * in_milliseconds);
}

/// Returns the ratio of two times; nothing if one of them was not measured.
std::optional<double> ratio_of(MethodTimes const* times, std::string_view slower, std::string_view faster) {
    if (times == nullptr || times->of(slower) == nullptr || times->of(faster) == nullptr) return std::nullopt;
    return times->of(slower)->median / times->of(faster)->median;
}

std::string ratio_text(std::optional<double> ratio) {
    return ratio ? fmt::format("{:.2f}", *ratio) : "";
}

/// Returns "16 on 2" if ranks share processors, because such times do not show a machine with one processor per rank.
std::string ranks_text(MethodTimes const* times, Index processors) {
    if (times == nullptr) return "";
    return times->ranks > processors ? fmt::format("{} on {}", times->ranks, processors) : fmt::to_string(times->ranks);
}

/// Returns the measured contenders that prepare nothing, the fastest first.
std::vector<ContenderTime const*> ranking(MethodFigure const& figure, MethodTimes const& times) {
    std::vector<ContenderTime const*> order;
    for (MethodContender const& contender : figure.contenders)
        if (auto const* const time = times.of(contender.label); time != nullptr && !contender.kept) order.push_back(time);
    std::ranges::stable_sort(order, {}, &ContenderTime::median);
    return order;
}

void add_pitfalls_rows(TextTable& table, MethodFigure const& figure, MethodTable const& all, MethodMeasurements const& run) {
    table.add_line("  " + figure.name);
    for (MethodRow const& row : figure.rows) {
        MethodTimes const* const times = run.of(all, figure, row);
        auto const published = [](double value) { return fmt::format("{:.2f}", value); };
        table.add({row.label, published(row.cm5->naive), published(row.cm5->pitfalls), published(row.cm5->speedup()),
                   published(row.paragon->naive), published(row.paragon->pitfalls), published(row.paragon->speedup()),
                   time_text(times, "naive"), time_text(times, "PITFALLS"), ratio_text(ratio_of(times, "naive", "PITFALLS")),
                   time_text(times, "kept"), ratio_text(ratio_of(times, "naive", "kept")), ranks_text(times, run.processors),
                   times == nullptr ? "" : ranking(figure, *times).front()->label});
    }
}

/// Table 3: the cost per element in microseconds, for the redistribution in which naive is closest.
struct PerElement {
    std::string_view machine;
    std::optional<PublishedPair> MethodRow::*times;   ///< milliseconds of the whole array
    std::optional<PublishedPair> MethodRow::*element; ///< as printed
};

constexpr PerElement per_element_costs[]{{"Paragon", &MethodRow::paragon, &MethodRow::paragon_element},
                                         {"CM-5", &MethodRow::cm5, &MethodRow::cm5_element}};

std::string per_element_text(double milliseconds, int side) {
    return fmt::format("{:.3f}", milliseconds * 1e3 / (side * side));
}

std::vector<std::string> per_element_line(PerElement const& cost, MethodRow const& row, MethodTimes const* times) {
    int const side = std::stoi(row.label);
    auto const here = [&](std::string_view label) {
        auto const* const time = times == nullptr ? nullptr : times->of(label);
        return time == nullptr ? "" : per_element_text(time->median * in_milliseconds, side);
    };
    PublishedPair const& printed = *(row.*cost.element);
    PublishedPair const& by_tables = *(row.*cost.times);
    return {std::string(cost.machine),
            row.label,
            fmt::format("{:.2f}", printed.naive),
            fmt::format("{:.2f}", printed.pitfalls),
            per_element_text(by_tables.naive, side),
            per_element_text(by_tables.pitfalls, side),
            here("naive"),
            here("PITFALLS"),
            here("kept")};
}

/// Returns Table 3; empty if no row has a cost per element.
std::string costs_per_element(MethodTable const& all, MethodMeasurements const& run) {
    std::string blocks;
    std::vector<std::vector<std::string>> lines;
    for (PerElement const& cost : per_element_costs)
        for (MethodFigure const& figure : all.figures)
            for (MethodRow const& row : figure.rows) {
                if (!(row.*cost.element)) continue;
                if (blocks.find(figure.name) == std::string::npos) blocks += (blocks.empty() ? "" : "; ") + figure.name;
                lines.push_back(per_element_line(cost, row, run.of(all, figure, row)));
            }
    if (lines.empty()) return "";
    return fmt::format("\nTable 3: microseconds for an element, {}\n\n", blocks) +
           table_text({{"", MethodColumn::Left},
                       {"array, grids", MethodColumn::Left},
                       {"naive"},
                       {"PITFALLS"},
                       {"by Tables 1, 2: naive"},
                       {"PITFALLS"},
                       {"here: naive"},
                       {"PITFALLS"},
                       {"kept"}},
                      std::move(lines)) +
           "The printed costs of PITFALLS are those of no row of Tables 1 and 2; those of naive are of these rows.\n";
}

/// Returns the geometric mean of the speed-ups over naive, for the measured rows.
std::string mean_speedup(MethodTable const& all, MethodMeasurements const& run, std::string_view label) {
    std::vector<double> ratios;
    for (MethodFigure const& figure : all.figures)
        for (MethodRow const& row : figure.rows)
            if (auto const ratio = ratio_of(run.of(all, figure, row), "naive", label)) ratios.push_back(*ratio);
    return ratios.empty() ? "none was measured" : fmt::format("{:.1f}", geometric_mean(ratios));
}

/// Returns a sentence on who is faster than naive, without kept plans. Empty if naive was not measured.
std::string against_naive(MethodTable const& all, MethodMeasurements const& run) {
    std::vector<std::string> lost;
    int rows = 0;
    for (MethodFigure const& figure : all.figures)
        for (MethodRow const& row : figure.rows) {
            MethodTimes const* const times = run.of(all, figure, row);
            if (times == nullptr || times->of("naive") == nullptr) continue;
            ++rows;
            if (ranking(figure, *times).front()->label == "naive") lost.push_back(fmt::format("{}, {}", figure.name, row.label));
        }
    if (rows == 0) return "";
    std::string text = fmt::format("Against naive: another method wins in {} of {} rows, naive in {}", rows - std::ssize(lost),
                                   rows, std::ssize(lost));
    bool const listed = !lost.empty() && lost.size() <= 6;
    return text + (listed ? fmt::format(": {}.\n", fmt::join(lost, "; ")) : ".\n");
}

double published_mean(MethodTable const& all, std::optional<PublishedPair> MethodRow::*times) {
    std::vector<double> speedups;
    for (MethodFigure const& figure : all.figures)
        for (MethodRow const& row : figure.rows) speedups.push_back((row.*times)->speedup());
    return geometric_mean(speedups);
}

std::string speedups_text(MethodTable const& all, MethodMeasurements const& run) {
    std::string text;
    TextTable table({{"array, grids", MethodColumn::Left},
                     {"CM-5: naive"},
                     {"PITFALLS"},
                     {"speedup"},
                     {"Paragon: naive"},
                     {"PITFALLS"},
                     {"speedup"},
                     {"here: naive"},
                     {"PITFALLS"},
                     {"speedup"},
                     {"kept"},
                     {"speedup"},
                     {"ranks"},
                     {"wins here", MethodColumn::Left}},
                    [&](std::string_view part) { text += part; });
    for (MethodFigure const& figure : all.figures) add_pitfalls_rows(table, figure, all, run);
    table.finish();
    text += fmt::format("\nSpeedup over naive, geometric mean: CM-5 {:.1f}, Paragon {:.1f}; here {}, kept {}.\n",
                        published_mean(all, &MethodRow::cm5), published_mean(all, &MethodRow::paragon),
                        mean_speedup(all, run, "PITFALLS"), mean_speedup(all, run, "kept"));
    text += against_naive(all, run);
    return text + costs_per_element(all, run);
}

/// Returns "general wins; gcd x1.02, lcm x1.65", for the contenders that prepare nothing.
std::string verdict(MethodFigure const& figure, MethodTimes const* times) {
    if (times == nullptr) return "";
    auto const order = ranking(figure, *times);
    std::string text = order.front()->label + " wins";
    for (auto const* const time : order)
        if (time != order.front())
            text += fmt::format("{}{} x{:.2f}", time == order[1] ? "; " : ", ", time->label, time->median / order.front()->median);
    return text;
}

bool has_printed_loops(MethodTable const& table) {
    return std::ranges::any_of(table.figures, [](MethodFigure const& figure) {
        return std::ranges::any_of(figure.contenders, &MethodContender::printed);
    });
}

std::string figure_text(MethodTable const& all, MethodFigure const& figure, MethodMeasurements const& run) {
    std::vector<TextTable::Column> columns{{figure.rows_are}, {"ranks"}};
    bool const by_ranks = figure.rows_are == "ranks";
    if (by_ranks) columns.pop_back();
    for (MethodContender const& contender : figure.contenders) columns.push_back({contender.label});
    columns.push_back({"here", MethodColumn::Left});
    std::vector<std::vector<std::string>> lines;
    for (MethodRow const& row : figure.rows) {
        MethodTimes const* const times = run.of(all, figure, row);
        auto& line = lines.emplace_back(1, by_ranks && times != nullptr ? ranks_text(times, run.processors) : row.label);
        if (!by_ranks) line.push_back(ranks_text(times, run.processors));
        for (MethodContender const& contender : figure.contenders) line.push_back(time_text(times, contender.label));
        line.push_back(verdict(figure, times));
    }
    return fmt::format("{}: {}\n  the paper: {}\n", figure.name, figure.title, figure.says) +
           table_text(std::move(columns), std::move(lines)) + "\n";
}

} // namespace

ContenderTime const* MethodTimes::of(std::string_view label) const {
    auto const found = std::ranges::find(times, label, &ContenderTime::label);
    return found == times.end() ? nullptr : &*found;
}

MethodTimes const* MethodMeasurements::of(MethodTable const& table, MethodFigure const& figure, MethodRow const& row) const {
    auto const found = std::ranges::find_if(rows, [&](MethodTimes const& times) {
        return times.table == table.name && times.figure == figure.name && times.row == row.label;
    });
    return found == rows.end() ? nullptr : &*found;
}

MethodMeasurements recorded_method_run() {
    auto recorded = method_run_of(methods_recorded_json, "the recorded times");
    assert(recorded && "datasets/methods/recorded.json is none of ours");
    return *std::move(recorded);
}

Result<MethodMeasurements> method_run_of(std::string_view json, std::string const& file) {
    MethodJson const document = MethodJson::parse(json, nullptr, false);
    if (document.is_discarded()) return fail(fmt::format("{}: not JSON; expected the output of 'distbench methods --json'", file));
    MethodMeasurements run;
    try {
        std::string const schema = document.at("schema");
        if (schema != method_times_schema)
            return fail(fmt::format("{}: its schema is {}; expected {}", file, schema, method_times_schema));
        run.machine = document.at("machine");
        run.processors = document.at("processors");
        run.rounds = document.at("rounds");
        for (MethodJson const& row : document.at("rows")) run.rows.push_back(times_of(row));
    } catch (std::exception const& error) {
        return fail(fmt::format("{}: expected the output of 'distbench methods --json' ({})", file, error.what()));
    }
    return run;
}

ReportJson methods_json(std::span<MethodTable const> tables, MethodMeasurements const& run) {
    ReportJson rows = ReportJson::array();
    for (MethodTable const& table : tables)
        for (MethodFigure const& figure : table.figures)
            for (MethodRow const& row : figure.rows)
                if (auto const* const times = run.of(table, figure, row)) rows.push_back(json_of_row(figure, row, *times));
    return {{"schema", method_times_schema},
            {"machine", run.machine},
            {"processors", run.processors},
            {"rounds", run.rounds},
            {"rows", std::move(rows)}};
}

std::string methods_text(MethodTable const& table, MethodMeasurements const& run) {
    bool const has_numbers = table.figures.front().says.empty();
    std::string text = fmt::format("{}\nMilliseconds; here: {}, {}, medians of {}, the slowest rank\n\n", table.title, run.machine,
                                   counted(run.processors, "processor"), counted(run.rounds, "round"));
    if (has_numbers)
        text += speedups_text(table, run);
    else
        for (MethodFigure const& figure : table.figures) text += figure_text(table, figure, run);
    if (!has_numbers) text += against_naive(table, run);
    bool const printed = has_printed_loops(table);
    text += printed ? "The loops are the paper's and compute partners in every move; naive asks for the owner of every element; "
                      "'planned' is a direct exchange planned on the clock.\n"
                    : "Naive asks for the owner of every element; the others are planned on the clock, and where they are 'kept' "
                      "before it.\n";
    text += "Messages go point to point. '16 on 2': so many ranks share so many processors, and take turns.\n";
    if (!has_numbers && !printed)
        text += "The paper's General and Direct Methods compute the owner of every element, as naive does: ours are planned.\n";
    return text;
}

Result<TableReport> compare_methods(PaperTable const& paper, TableInputs const& inputs) {
    auto const table = TRY(method_table(paper));
    if (table.figures.empty()) return fail(fmt::format("table {}: it has no rows", paper.name()));
    MethodMeasurements run = recorded_method_run();
    if (!inputs.files.empty()) {
        auto const text = TRY(file_text(inputs.files.front()));
        run = TRY(method_run_of(text, inputs.files.front()));
    }
    return TableReport{methods_text(table, run), methods_json({&table, 1}, run)};
}

} // namespace tessera::cli
