// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the ways to compare a published table with ours, by name.
#include "cli/distbench/tables/comparers.hpp"

#include "cli/distbench/tables/link_bounds.hpp"
#include "cli/distbench/tables/mesh_times.hpp"
#include "cli/distbench/tables/method_times.hpp"
#include "cli/distbench/tables/programs.hpp"
#include "libcore/base/suggest.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::cli {

std::span<Comparer const> comparers() {
    using enum Comparer::Runs;
    static std::vector<Comparer> const list{
        {.name = "all-to-all on meshes", .compare = compare_mesh_times, .facts = {"algorithm"}, .columns = {"bytes"}},
        {.name = "link loads", .compare = compare_link_loads, .facts = {"algorithm", "load formula"}, .columns = {"mesh"}},
        {.name = "file access",
         .compare = compare_file_access,
         .facts = {"array", "direct request"},
         .columns = {"row", "section"}},
        {.name = "transfers between groups",
         .compare = compare_transfers,
         .facts = {"sides"},
         .columns = {"name", "section", "senders", "receivers", "set-ups", "messages", "t_m", "t_w"}},
        {.name = "methods of redistribution", .most_files = 1, .compare = compare_methods},
        {.name = "programs", .most_files = 1, .compare = compare_programs, .columns = {"program", "efficiency", "over C"}},
        {.name = "ratios of reductions",
         .runs = OnAllRanks,
         .compare = compare_reductions,
         .facts = {"above", "below", "geometric mean"},
         .columns = {"bytes"}},
        {.name = "global indices of local elements",
         .runs = OnOneRank,
         .compare = measure_local_indices,
         .columns = {"variant", "constant 0", "constant 1", "variable 0", "variable 1"}},
        {.name = "owners and offsets",
         .runs = OnOneRank,
         .compare = measure_owners,
         .columns = {"rank", "search, inline", "search, a call"}},
        {.name = "walks along an axis",
         .runs = OnOneRank,
         .compare = measure_axis_walks,
         .columns = {"extents", "axis", "axial", "linear"}},
        {.name = "memory of contexts", .runs = OnOneRank, .compare = compare_context_memory, .columns = {"program"}},
        {.name = "work under contexts",
         .runs = OnOneRank,
         .compare = measure_contexts,
         .columns = {"mask", "to build, bytes", "to build, runs", "the body, bytes", "the body, runs"}},
        {.name = "boundary contexts",
         .runs = OnOneRank,
         .compare = compare_boundary_contexts,
         .columns = {"region", "rows", "columns", "thesis"}},
        {.name = "merged sends", .runs = OnAllRanks, .compare = measure_merged_sends, .columns = {"ranks", "apart"}},
        {.name = "kept sends",
         .runs = OnAllRanks,
         .compare = measure_kept_sends,
         .columns = {"pattern", "ranks", "places along", "places ahead, once", "then each time"}},
        {.name = "runs of a shift", .runs = OnOneRank, .compare = compare_shift_runs, .columns = {"rank", "thesis"}},
        {.name = "grid shifts and general sends",
         .runs = OnAllRanks,
         .compare = measure_torus_shifts,
         .columns = {"ranks", "shift", "copy", "grid shift", "general send"}},
        {.name = "shifts by one element",
         .runs = OnOneRank,
         .compare = measure_grid_shifts,
         .columns = {"shape", "extents", "operation", "distance", "UNH", "thesis"}},
    };
    return list;
}

Result<Comparer const*> comparer_of(PaperTable const& paper) {
    std::string const& name = paper.fact("predictor");
    auto const all = comparers();
    auto const found = std::ranges::find(all, name, &Comparer::name);
    if (found != all.end()) return &*found;
    std::vector<std::string> names;
    for (Comparer const& each : all) names.emplace_back(each.name);
    return fail(fmt::format("table {}: no predictor '{}' in its fact '# predictor: ...'; expected {}{}", paper.name(), name,
                            fmt::join(names, ", "), suggestion(name, names)));
}

} // namespace tessera::cli
