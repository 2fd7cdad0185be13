// SPDX-License-Identifier: BSD-3-Clause
// Tessera: contexts beside one byte per position (tables 3.4, 3.5 and 6.1 of the pC* thesis).
#include "cli/distbench/tables/comparers.hpp"

#include "cli/distbench/tables/timed_table.hpp"
#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/comm/context/context.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <set>

namespace tessera::cli {
namespace {

using Contexts = std::vector<Context>;

/// Returns the bytes of the active and inactive runs, stored as numbers of `each` bytes that count up to `longest`.
Index run_bytes(Context const& context, Index longest, Index each) {
    Index numbers = 0;
    Index at = 0;
    auto const add = [&](Index length) { numbers += ceil_div(length, longest); };
    context.for_each_run([&](Run run) {
        add(run.begin - at);
        add(run.size());
        at = run.end;
    });
    add(context.positions() - at);
    return numbers * each;
}

/// The memory of a program's contexts, relative to one byte per position.
struct ContextMemory {
    Index positions = 0;
    Index contexts = 0;          ///< number of contexts
    std::array<double, 4> bytes; ///< for runs of 8, 16 and 32 bits, and for the forms that are chosen here
    std::string forms;           ///< names of these forms
};

/// Sums the memory of all contexts of a program. A context in which every position is active needs no memory, as in the thesis.
ContextMemory memory_of(Contexts const& contexts) {
    std::array<Index, 4> bytes{};
    std::set<std::string_view> forms;
    for (Context const& context : contexts) {
        bytes[0] += run_bytes(context, 127, 1);
        bytes[1] += run_bytes(context, 32767, 2);
        bytes[2] += run_bytes(context, 2147483647, 4);
        bytes[3] += context.bytes();
        forms.insert(name_of(context.form()));
    }
    ContextMemory memory{contexts.front().positions(), std::ssize(contexts), {}, fmt::format("{}", fmt::join(forms, ", "))};
    for (std::size_t i = 0; i < bytes.size(); ++i)
        memory.bytes[i] = static_cast<double>(bytes[i]) / static_cast<double>(memory.positions * memory.contexts);
    return memory;
}

/// Stage s of a butterfly works on the positions whose bit s is set.
Contexts butterflies(Index positions) {
    Contexts contexts;
    for (Index bit = 1; bit < positions; bit *= 2)
        contexts.push_back(Context::everywhere(positions).where([=](Index i) { return (i & bit) != 0; }));
    return contexts;
}

/// Makes the contexts for four boundaries of a window (appendix B.5): both sums, the differences, and the full windows.
Contexts windows(Index side, Index width) {
    Extents const shape{side, side};
    Run const all{0, side};
    Run const far{width, side};
    Run const middle{width / 2, side - (width - width / 2 - 1)};
    return {Context::of_box(shape, {all, far}), Context::of_box(shape, {far, all}), Context::of_box(shape, {far, far}),
            Context::of_box(shape, {middle, middle})};
}

/// Makes the rings of roads (appendix B.7): an X and a + on the grid, and ten rings around them.
Contexts road_rings(Index side) {
    auto const distance = [=](Index i) {
        Index const row = i / side;
        Index const column = i % side;
        auto const far = [](Index a, Index b) { return a > b ? a - b : b - a; };
        return std::min({far(row, side / 2), far(column, side / 2), far(row, column), far(row + column, side - 1)});
    };
    Contexts contexts;
    for (Index ring = 0; ring < 10; ++ring)
        contexts.push_back(Context::everywhere(side * side).where([=](Index i) { return distance(i) == ring; }));
    return contexts;
}

Contexts chosen_at_random(Index positions) {
    std::mt19937 random(1);
    return {Context::everywhere(positions).where([&](Index) { return random() % 20 == 0; })};
}

Contexts tiles(Index side) {
    return {Context::everywhere(side * side).where([=](Index i) { return (i / side + i) % 2 == 0; })};
}

/// Returns the contexts of a program; empty if only the thesis knows it.
Contexts contexts_of(std::string_view program) {
    constexpr Index many = Index{1} << 20;
    if (program == "amp") return windows(512, 3);
    if (program == "fft") return butterflies(Index{1} << 16);
    if (program == "jac") return {Context::of_box({512, 512}, {{1, 511}, {1, 511}})};
    if (program == "roadnet") return road_rings(512);
    if (program == "random, 5 %") return chosen_at_random(many);
    if (program == "tiled") return tiles(1024);
    if (program == "everywhere") return {Context::everywhere(many)};
    return {};
}

struct MemoryRow {
    std::string program;
    std::vector<std::optional<double>> thesis; ///< for runs of 8, 16 and 32 bits
    std::optional<ContextMemory> here;
};

std::vector<MemoryRow> memory_rows(PaperTable const& paper) {
    std::vector<MemoryRow> rows;
    for (std::size_t row = 0; row < paper.rows(); ++row) {
        auto& entry = rows.emplace_back(MemoryRow{paper.text(row, "program"), {}, {}});
        for (std::string const& bits : paper.figures()) entry.thesis.push_back(paper.number(row, bits));
        if (auto const contexts = contexts_of(entry.program); !contexts.empty()) entry.here = memory_of(contexts);
    }
    return rows;
}

std::string share_text(std::optional<double> share) {
    return share ? fmt::format("{:.5f}", *share) : "-";
}

std::string memory_text(PaperTable const& paper, std::vector<MemoryRow> const& rows) {
    std::vector<TextTable::Column> columns{{"program"}};
    for (std::string const& bits : paper.figures()) columns.push_back({bits});
    columns.insert(columns.end(), {{"here 8"}, {"16"}, {"32"}, {"chosen"}, {"forms", TextTable::Align::Left}});
    std::vector<std::vector<std::string>> lines;
    for (MemoryRow const& row : rows) {
        auto& line = lines.emplace_back(1, row.program);
        for (auto const& share : row.thesis) line.push_back(share_text(share));
        for (std::size_t i = 0; i < 4; ++i) line.push_back(row.here ? share_text(row.here->bytes[i]) : "-");
        line.push_back(row.here ? row.here->forms : "");
    }
    return fmt::format("{}, table {}: {}\n\n", paper.fact("paper"), paper.fact("table"), paper.title()) +
           "thesis  runs in numbers of 8, 16 and 32 bits; of most programs nothing but this is known\n"
           "here    the same, and what is chosen: runs, a bitmap or intervals, whatever takes the least room\n\n" +
           table_text(std::move(columns), std::move(lines)) + "\n" + paper.fact("note") + "\n";
}

ReportJson memory_json(PaperTable const& paper, std::vector<MemoryRow> const& rows) {
    ReportJson list = ReportJson::array();
    for (MemoryRow const& row : rows) {
        ReportJson thesis = ReportJson::array();
        for (auto const& share : row.thesis) thesis.push_back(json_of(share));
        list.push_back({{"program", row.program},
                        {"thesis", std::move(thesis)},
                        {"positions", row.here ? ReportJson(row.here->positions) : ReportJson(nullptr)},
                        {"contexts", row.here ? row.here->contexts : 0},
                        {"here", row.here ? ReportJson(row.here->bytes) : ReportJson::array()},
                        {"forms", row.here ? row.here->forms : ""}});
    }
    return {{"schema", "tessera.context-memory/1"}, {"name", paper.name()}, {"rows", std::move(list)}};
}

/// Returns "6i 5a 1i 5a 7i": the lengths of alternating inactive and active runs.
std::string runs_text(Context const& context) {
    std::string text;
    Index at = 0;
    auto const add = [&](Index length, char kind) {
        if (length > 0) text += fmt::format("{}{}{}", text.empty() ? "" : " ", length, kind);
    };
    context.for_each_run([&](Run run) {
        add(run.begin - at, 'i');
        add(run.size(), 'a');
        at = run.end;
    });
    add(context.positions() - at, 'i');
    return text;
}

/// Reads "1:3" within an extent. Error: it is no such range.
Result<Run> range_of(PaperTable const& paper, std::size_t row, char const* column, Index extent) {
    std::string const& text = paper.text(row, column);
    auto const ends = split_text(text, ":");
    Run const run{std::atoll(ends.front().c_str()), std::atoll(ends.back().c_str())};
    if (ends.size() != 2 || run.begin < 0 || run.begin >= run.end || run.end > extent)
        return fail(fmt::format("table {}, column '{}': '{}': expected a range within 0:{}", paper.name(), column, text, extent));
    return run;
}

constexpr Index side = 1024;
constexpr int context_rounds = 15;

struct MaskCase {
    std::string name;
    std::function<bool(Index)> holds;
    std::function<Context()> build;
};

std::vector<MaskCase> mask_cases() {
    Index const n = side * side;
    auto const chosen = std::make_shared<std::vector<bool>>(as_size(n));
    std::mt19937 random(1);
    for (Index i = 0; i < n; ++i) (*chosen)[as_size(i)] = random() % 20 == 0;
    auto const some = [=](Index i) -> bool { return (*chosen)[as_size(i)]; };
    auto const tiled = [](Index i) { return (i / side + i) % 2 == 0; };
    return {{"everywhere", [](Index) { return true; }, [=] { return Context::everywhere(n); }},
            {"boundary", [](Index i) { return i / side >= 5 && i % side >= 5; },
             [] {
                 return Context::of_box({side, side}, {{5, side}, {5, side}});
             }},
            {"random, 5 % active", some, [=] { return Context::everywhere(n).where(some); }},
            {"tiled", tiled, [=] { return Context::everywhere(n).where(tiled); }}};
}

/// Returns the seconds for construction and body, of the charmap and of the context.
std::array<double, 4> context_times(MaskCase const& mask) {
    std::vector<char> flags(as_size(side * side));
    std::vector<double> values(flags.size(), 1);
    Context context = mask.build();
    auto const medians = medians_in_turn({[&] {
                                              for (std::size_t i = 0; i < flags.size(); ++i)
                                                  flags[i] = mask.holds(static_cast<Index>(i)) ? 1 : 0;
                                          },
                                          [&] { context = mask.build(); },
                                          [&] {
                                              for (std::size_t i = 0; i < flags.size(); ++i)
                                                  if (flags[i] != 0) values[i] = values[i] * 0.5 + 1;
                                          },
                                          [&] {
                                              context.for_each_run([&](Run run) {
                                                  for (Index i = run.begin; i < run.end; ++i)
                                                      values[as_size(i)] = values[as_size(i)] * 0.5 + 1;
                                              });
                                          }},
                                         context_rounds);
    return {medians[0], medians[1], medians[2], medians[3]};
}

} // namespace

Result<TableReport> compare_context_memory(PaperTable const& paper, TableInputs const&) {
    auto const rows = memory_rows(paper);
    return TableReport{memory_text(paper, rows), memory_json(paper, rows)};
}

Result<TableReport> compare_boundary_contexts(PaperTable const& paper, TableInputs const&) {
    std::vector<std::string> here;
    for (std::size_t row = 0; row < paper.rows(); ++row) {
        auto const rows = TRY(range_of(paper, row, "rows", 4));
        auto const columns = TRY(range_of(paper, row, "columns", 6));
        here.push_back(runs_text(Context::of_box({4, 6}, {rows, columns})));
    }
    return computed_texts_report(paper, here);
}

Result<TableReport> measure_contexts(PaperTable const& paper, TableInputs const&) {
    TimedTable table = timed_table(paper);
    for (MaskCase const& mask : mask_cases()) {
        auto const here = context_times(mask);
        auto const add = [&](std::string const& what, std::size_t first) {
            std::string const group = fmt::format("{}, {}", mask.name, what);
            table.rows.push_back({group, "bytes", {paper.number({mask.name}, what + ", bytes"), here[first]}});
            table.rows.push_back(
                {group, std::string(name_of(mask.build().form())), {paper.number({mask.name}, what + ", runs"), here[first + 1]}});
        };
        add("to build", 0);
        add("the body", 2);
    }
    return timed_report(table);
}

} // namespace tessera::cli
