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
    if (!source) return tl::unexpected(source.error());
    auto target = Mapping::make(movement.target);
    if (!target) return tl::unexpected(target.error());
    return RedistPlan::make(std::move(*source), std::move(*target), movement.map);
}

} // namespace

Result<MultiPlan> plan_of(Job const& job, std::optional<CopyMap> const& section) {
    auto const movements = job.movements(section);
    if (!movements) return tl::unexpected(movements.error());
    if (movements->empty()) return fail(fmt::format("{}: nothing moves; write a REDISTRIBUTE, or give --to", job.name));
    std::vector<RedistPlan> plans;
    for (Movement const& movement : *movements) {
        auto plan = plan_of(movement);
        if (!plan) return tl::unexpected(plan.error());
        plans.push_back(std::move(*plan));
    }
    return MultiPlan::make(std::move(plans));
}

} // namespace tessera::cli
