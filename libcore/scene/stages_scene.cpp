// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of a method of several phases.
#include "libcore/scene/stages_scene.hpp"

#include "libcore/base/units.hpp"
#include "libcore/redist/methods/method.hpp"
#include "libcore/scene/ownership_scene.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {
namespace {

TitledGrid stage_of(Mapping const& mapping, std::string heading, std::string subheading) {
    OwnershipView const view = OwnershipView::of(mapping.array());
    CellPlan const cells = plan_cells({&mapping}, view, picture_limits(view));
    return {OwnershipGrid(mapping, view, cells), std::move(heading), std::move(subheading)};
}

} // namespace

Scene stages_scene(CompositePlan const& plan, std::size_t array) {
    RedistPlan const& whole = plan.whole.plans()[array];
    std::vector<TitledGrid> stages;
    stages.push_back(stage_of(whole.source(), "before", describe(whole.source().spec())));
    for (std::size_t i = 0; i < plan.phases.size(); ++i) {
        CompositePhase const& phase = plan.phases[i];
        auto const place = std::ranges::find(phase.arrays, array);
        if (place == phase.arrays.end()) continue; // it has arrived before
        RedistPlan const& step = phase.plan.plans()[as_size(place - phase.arrays.begin())];
        RedistTotals const totals = step.totals();
        std::string const how = phase.how.empty() ? std::string(plan.method->name) : phase.how;
        stages.push_back(stage_of(step.target(), fmt::format("{}. {}", i + 1, how),
                                  fmt::format("{}; {}, {}", describe(step.target().spec()), counted(totals.messages, "message"),
                                              scaled_bytes(totals.bytes_moved))));
    }
    return ownership_scene(fmt::format("{} by {}, {}", describe(whole.source().array()), plan.method->name,
                                       counted(static_cast<Index>(plan.phases.size()), "phase")),
                           stages);
}

} // namespace tessera
