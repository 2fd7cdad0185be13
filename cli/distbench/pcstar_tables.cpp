// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the tables of chapters 3, 5 and 6 of the pC* thesis, by name.
#include "cli/distbench/pcstar_tables.hpp"

#include "cli/distbench/pcstar_contexts.hpp"
#include "cli/distbench/pcstar_grid.hpp"
#include "cli/distbench/pcstar_sends.hpp"
#include "cli/distbench/pcstar_walks.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>

namespace tessera::cli {
namespace {

void print_timed(TimedTable const& table, bool json, Sink const& sink) {
    (json ? timed_json : timed_text)(table, sink);
}

/// Measures on one processor: rank 0 works while the others sleep.
template <TimedTable (*measure)()>
Result<void> print_on_one(Comm const& world, bool json, Sink const& sink) {
    if (world.rank() == 0) print_timed(measure(), json, sink);
    world.rest_until_all();
    return {};
}

template <GoldenTable (*make)()>
Result<void> print_golden(Comm const& world, bool json, Sink const& sink) {
    if (world.rank() == 0) (json ? golden_json : golden_text)(make(), sink);
    return {};
}

Result<void> print_34(Comm const& world, bool json, Sink const& sink) {
    if (world.rank() == 0) (json ? context_memory_json : context_memory_text)(pcstar_table_34(), sink);
    return {};
}

/// Measures on all ranks together.
template <Result<TimedTable> (*measure)(Comm const&)>
Result<void> print_on_all(Comm const& world, bool json, Sink const& sink) {
    auto const table = measure(world);
    if (!table) return forward_error(table);
    if (world.rank() == 0) print_timed(*table, json, sink);
    return {};
}

Result<void> print_64(Comm const& world, bool json, Sink const& sink) {
    Comm const self = world.split(world.rank());
    if (world.rank() == 0) {
        auto const table = pcstar_table_64(self);
        if (!table) return forward_error(table);
        print_timed(*table, json, sink);
    }
    world.rest_until_all();
    return {};
}

constexpr PcstarTable named_tables[]{
    {"pcstar-3.1", "global indices of local elements, five variants", print_on_one<pcstar_table_31>},
    {"pcstar-3.2", "owners and offsets of elements by their indices", print_on_one<pcstar_table_32>},
    {"pcstar-3.3", "axial and linear walks along an axis", print_on_one<pcstar_table_33>},
    {"pcstar-3.4", "memory of contexts", print_34},
    {"pcstar-3.5", "contexts, to build and to work under", print_on_one<pcstar_table_35>},
    {"pcstar-5.1", "sends whose values meet, merged or not", print_on_all<pcstar_table_51>},
    {"pcstar-5.2", "sends with places along and ahead", print_on_all<pcstar_table_52>},
    {"pcstar-6.1", "boundary contexts", print_golden<pcstar_table_61>},
    {"pcstar-6.2", "the runs of a grid shift", print_golden<pcstar_table_62>},
    {"pcstar-6.3", "grid shifts beside general sends", print_on_all<pcstar_table_63>},
    {"pcstar-6.4", "grid shifts by one place on one rank", print_64},
};

} // namespace

std::span<PcstarTable const> pcstar_tables() {
    return named_tables;
}

PcstarTable const* find_pcstar_table(std::string_view name) {
    auto const* const found = std::ranges::find(named_tables, name, &PcstarTable::name);
    return found == std::end(named_tables) ? nullptr : found;
}

Result<ExitCode> distbench_pcstar_table(Tool const& tool, Comm const& world) {
    auto const& words = tool.arguments.positionals();
    PcstarTable const& table = *find_pcstar_table(words.front());
    if (words.size() > 1) return fail(fmt::format("table {}: '{}' is one too many, it reads no file", table.name, words[1]));
    auto const printed = table.print(world, tool.arguments.has("json"), [&](std::string_view text) { tool.out.write(text); });
    if (!printed) return forward_error(printed);
    return ExitCode::Done;
}

} // namespace tessera::cli
