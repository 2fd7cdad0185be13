// SPDX-License-Identifier: BSD-3-Clause
// Tessera: table 3.4 of the pC* thesis: the memory of contexts.
#include "cli/distbench/pcstar_contexts.hpp"
#include "libcore/base/arithmetic.hpp"
#include "libcore/comm/context/context.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/text_table.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <random>
#include <set>
#include <utility>

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

/// Sums the memory of all contexts of a program. A context in which every position is active needs no memory, as in the thesis.
void measure(ContextMemory::Row& row, Contexts const& contexts) {
    std::array<Index, 4> bytes{};
    std::set<std::string_view> forms;
    for (Context const& context : contexts) {
        bytes[0] += run_bytes(context, 127, 1);
        bytes[1] += run_bytes(context, 32767, 2);
        bytes[2] += run_bytes(context, 2147483647, 4);
        bytes[3] += context.bytes();
        forms.insert(name_of(context.form()));
    }
    row.positions = contexts.front().positions();
    row.contexts = std::ssize(contexts);
    for (Index const each : bytes)
        row.here.push_back(static_cast<double>(each) / static_cast<double>(*row.positions * row.contexts));
    for (std::string_view const form : forms) row.forms += (row.forms.empty() ? "" : ", ") + std::string(form);
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

ContextMemory::Row row_of(std::string program, std::vector<std::optional<double>> thesis, Contexts const& contexts = {}) {
    ContextMemory::Row row{.program = std::move(program), .thesis = std::move(thesis)};
    if (!contexts.empty()) measure(row, contexts);
    return row;
}

std::string share_text(std::optional<double> share) {
    return share ? fmt::format("{:.5f}", *share) : "-";
}

} // namespace

ContextMemory pcstar_table_34() {
    std::optional<double> const none;
    Extents const shape{512, 512};
    ContextMemory table;
    table.rows = {
        row_of("amp", {.01302, .01270, none}, windows(512, 3)),
        row_of("col", {.22298, .44370, none}),
        row_of("dens", {.00896, .00286, none}),
        row_of("fft", {.12753, .24615, none}, butterflies(Index{1} << 16)),
        row_of("hyp", {.20903, .41674, none}),
        row_of("jac", {.00788, .01576, none}, {Context::of_box(shape, {{1, 511}, {1, 511}})}),
        row_of("mat", {.30528, .60655, none}),
        row_of("obj", {.21810, .43620, none}),
        row_of("det-arag", {.01655, .01914, .03827}),
        row_of("det-famp", {.01515, .01651, .03298}),
        row_of("cta-arag", {.09490, .18156, .36313}),
        row_of("cta-famp", {.10705, .20536, .41072}),
        row_of("roadnet", {none, none, none}, road_rings(512)),
        row_of("random, 5 %", {none, none, none}, chosen_at_random(Index{1} << 20)),
        row_of("tiled", {none, none, none}, tiles(1024)),
        row_of("everywhere", {none, none, none}, {Context::everywhere(Index{1} << 20)}),
    };
    return table;
}

void context_memory_text(ContextMemory const& table, Sink const& sink) {
    sink("Bigot 1996, table 3.4: memory of contexts, over that of a byte for each position\n\n"
         "thesis  runs in numbers of 8, 16 and 32 bits; of most programs nothing but this is known\n"
         "here    the same, and what is chosen: runs, a bitmap or intervals, whatever takes the least room\n\n");
    TextTable text({{"program"},
                    {"8 bits"},
                    {"16 bits"},
                    {"32 bits"},
                    {"here 8"},
                    {"16"},
                    {"32"},
                    {"chosen"},
                    {"forms", TextTable::Align::Left}},
                   sink);
    for (ContextMemory::Row const& row : table.rows) {
        std::vector<std::string> cells{row.program};
        for (auto const& share : row.thesis) cells.push_back(share_text(share));
        for (std::size_t k = 0; k < 4; ++k) cells.push_back(row.here.empty() ? "-" : share_text(row.here[k]));
        cells.push_back(row.forms);
        text.add(std::move(cells));
    }
    text.finish();
    sink("\nHere: amp on 512 x 512 with a window of 3, fft of 2^16, the interior of 512 x 512 for jac, ten rings of roadnet on\n"
         "512 x 512; the last three of 2^20 positions.\n");
}

void context_memory_json(ContextMemory const& table, Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.context-memory/1");
    json.entry("name", "pcstar-3.4");
    json.key("rows");
    json.begin_list();
    for (ContextMemory::Row const& row : table.rows) {
        json.begin_object();
        json.entry("program", row.program);
        json.key("thesis");
        json.begin_array();
        for (auto const& share : row.thesis) share ? json.value(*share) : json.null();
        json.end_array();
        json.entry("positions", row.positions);
        json.entry("contexts", row.contexts);
        json.key("here");
        json.begin_array();
        for (double const share : row.here) json.value(share);
        json.end_array();
        json.entry("forms", row.forms);
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

} // namespace tessera::cli
