// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of a method of several phases.
#include "libcore/scene/messages/stages_scene.hpp"

#include "libcore/base/units.hpp"
#include "libcore/redist/methods/method.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/ownership/ownership_scene.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {
namespace {

constexpr Index most_cells = 96; // per dimension

/// The result of one phase, and how the phase produced it.
struct Stage {
    Mapping const* mapping = nullptr;
    std::string heading;
    std::string subheading;
};

std::vector<Stage> stages_of(CompositePlan const& plan, std::size_t array) {
    RedistPlan const& whole = plan.whole.plans()[array];
    std::vector<Stage> stages{{&whole.source(), "before", describe(whole.source().spec())}};
    for (std::size_t i = 0; i < plan.phases.size(); ++i) {
        CompositePhase const& phase = plan.phases[i];
        auto const place = std::ranges::find(phase.arrays, array);
        if (place == phase.arrays.end()) continue; // this array arrived in an earlier phase
        RedistPlan const& step = phase.plan.plans()[as_size(place - phase.arrays.begin())];
        RedistTotals const totals = step.totals();
        std::string const how = phase.how.empty() ? std::string(plan.method->name) : phase.how;
        stages.push_back({&step.target(), fmt::format("{}. {}", i + 1, how),
                          fmt::format("{}; {}, {}", describe(step.target().spec()), counted(totals.messages, "message"),
                                      scaled_bytes(totals.bytes_moved))});
    }
    return stages;
}

std::vector<TitledGrid> grids_of(std::vector<Stage> const& stages, OwnershipView const& view) {
    std::vector<TitledGrid> grids;
    for (Stage const& stage : stages) {
        CellPlan const cells = plan_cells({stage.mapping}, view, {.rows = most_cells, .columns = most_cells});
        grids.push_back({OwnershipGrid(*stage.mapping, view, cells), stage.heading, stage.subheading});
    }
    return grids;
}

/// Draws all of the array if every cell has one owner in every stage. If a dimension changes owners more finely, only its beginning
/// is drawn, with one element per cell.
std::vector<TitledGrid> unmixed_grids(std::vector<Stage> const& stages) {
    OwnershipView const all = OwnershipView::of(stages.front().mapping->array());
    std::vector<TitledGrid> grids;
    for (auto const& [rows, columns] : {std::pair(false, false), {false, true}, {true, false}, {true, true}}) {
        OwnershipView view = all;
        if (rows) view.rows.count = std::min(view.rows.count, most_cells);
        if (columns) view.columns.count = std::min(view.columns.count, most_cells);
        grids = grids_of(stages, view);
        if (std::ranges::none_of(grids, [](TitledGrid const& each) { return each.grid.has_mixed_cells(); })) break;
    }
    return grids;
}

/// Returns notes on the parts of the array that are not drawn.
std::vector<std::string> cut_notes(OwnershipGrid const& grid) {
    std::vector<std::string> notes;
    auto const add = [&](int dim, Index drawn) {
        Index const extent = grid.mapping().array().extents[as_size(dim)];
        if (drawn < extent)
            notes.push_back(fmt::format("Dimension {}: only the first {} of {} indices; the pattern continues.", dim + 1, drawn,
                                        grouped(extent)));
    };
    if (grid.view().row_dim) add(*grid.view().row_dim, grid.view().rows.count);
    add(grid.view().column_dim, grid.view().columns.count);
    return notes;
}

} // namespace

Scene stages_scene(CompositePlan const& plan, std::size_t array) {
    std::vector<TitledGrid> const grids = unmixed_grids(stages_of(plan, array));
    Scene scene = ownership_scene(fmt::format("{} by {}, {}", describe(plan.whole.plans()[array].source().array()),
                                              plan.method->name, counted(static_cast<Index>(plan.phases.size()), "phase")),
                                  grids);
    scene.height = detail::add_notes(scene, cut_notes(grids.front().grid), scene.height - detail::edge + 6) + detail::edge - 6;
    return scene;
}

} // namespace tessera
