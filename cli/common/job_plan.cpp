// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a job moves, as a plan.
#include "cli/common/job_plan.hpp"

#include <fmt/format.h>
#include <utility>
#include <vector>

namespace tessera::cli {
namespace {

Result<RedistPlan> plan_of(Movement const& movement) {
    auto source = Mapping::make(movement.source);
    if (!source) return forward_error(source);
    auto target = Mapping::make(movement.target);
    if (!target) return forward_error(target);
    return RedistPlan::make(std::move(*source), std::move(*target), movement.map);
}

} // namespace

Result<MultiPlan> plan_of(Job const& job, std::optional<CopyMap> const& section) {
    auto const movements = job.movements(section);
    if (!movements) return forward_error(movements);
    if (movements->empty()) return fail(fmt::format("{}: nothing moves; write a REDISTRIBUTE, or give --to", job.name));
    std::vector<RedistPlan> plans;
    for (Movement const& movement : *movements) {
        auto plan = plan_of(movement);
        if (!plan) return forward_error(plan);
        plans.push_back(std::move(*plan));
    }
    return MultiPlan::make(std::move(plans));
}

} // namespace tessera::cli
