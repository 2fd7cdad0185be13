// SPDX-License-Identifier: BSD-3-Clause
// Tessera: everything that follows from a job's text at once: mappings, plan, totals.
#include "gui/session/derivation.hpp"

#include "libcore/spec/parse.hpp"

namespace tessera::gui {
namespace {

Result<RedistPlan> planOf(Movement const& movement) {
    auto source = Mapping::make(movement.source);
    if (!source) return forward_error(source);
    auto target = Mapping::make(movement.target);
    if (!target) return forward_error(target);
    return RedistPlan::make(std::move(*source), std::move(*target), movement.map);
}

Result<MultiPlan> planOf(Job const& job, StopFlag const& stop) {
    if (job.arrays.empty())
        return fail("no array is mapped yet; declare one and distribute it, e.g. !hpf$ distribute A(block,*) onto P");
    auto const movements = job.movements();
    if (!movements) return forward_error(movements);
    std::vector<RedistPlan> plans;
    for (Movement const& movement : *movements) {
        if (stop) return fail("cancelled");
        auto plan = planOf(movement);
        if (!plan) return forward_error(plan);
        plans.push_back(std::move(*plan));
    }
    return MultiPlan::make(std::move(plans));
}

} // namespace

Result<DerivedPointer> derive(std::string_view text, std::string const& name, std::string const& directory, StopFlag const& stop) {
    DirectoryReader const files(directory);
    auto job = parse_job(text, name, {.ranks = std::nullopt, .files = &files});
    if (!job) return forward_error(job);
    auto plan = planOf(*job, stop);
    if (!plan) return forward_error(plan);
    auto derived = std::make_shared<Derived>();
    derived->totals = plan->totals();
    derived->plan = std::make_shared<MultiPlan const>(std::move(*plan));
    derived->job = std::move(*job);
    return derived;
}

} // namespace tessera::gui
