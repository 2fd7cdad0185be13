// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the plans of all ways to copy an array, and the requests of each.
#include "libcore/files/copy/plan_choice.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

namespace {

ForecastCounts sum_of_counts(ForecastCounts a, ForecastCounts const& b) {
    a.counts += b.counts;
    a.exact = a.exact && b.exact;
    return a;
}

PassForecasts::Two two_of(CopyJob const& job, CopyTask const& task, ScratchPass const& first, CopyPlan const& last) {
    ScratchJobs const jobs(job, first);
    PassForecasts::Two two{.chunk = first.chunk, .bytes = jobs.file_bytes(), .made = !first.plan};
    if (first.plan) two.first = forecast(jobs.first(), first_pass(task, first.chunk), *first.plan);
    two.second = forecast(jobs.last(), last_pass(task, first.chunk), last);
    return two;
}

/// Plans a copy in one pass. `settled`: its plan, or null. A resumed copy may use fewer ranks.
Result<PlanChoice> choice_of_one(Communicator const& comm, CopyJob const& job, CopyPlan const* settled) {
    CopyTask const task = task_for(comm, job, settled != nullptr ? settled->ranks : comm.size());
    auto chosen = TRY(settled != nullptr ? Result<CopyPlan>(*settled) : plan_copy(task, job.options.access));
    PlanChoice choice{{}, std::move(chosen)};
    for (Access const access : {Access::Direct, Access::Sieve, Access::TwoPhase}) {
        if (access == Access::TwoPhase && task.ranks == 1) continue;
        auto plan = access == choice.chosen.access ? Result<CopyPlan>(choice.chosen) : plan_copy(task, access);
        choice.ways.push_back({access, plan ? std::optional(*std::move(plan)) : std::nullopt});
    }
    if (comm.rank() != 0) return choice;
    for (PlanChoice::Way& way : choice.ways)
        if (way.plan) way.forecast = forecast(job, task, *way.plan);
    return choice;
}

} // namespace

CopyForecast sum_of(CopyForecast const& a, CopyForecast const& b) {
    return {sum_of_counts(a.reads, b.reads), sum_of_counts(a.writes, b.writes)};
}

PassForecasts pass_forecasts(CopyJob const& job, CopyTask const& task, CopyPlan const* one_pass, CopyPasses const& passes) {
    PassForecasts ways{.takes_two = passes.first.has_value(), .source_bytes = task.element_bytes};
    if (one_pass != nullptr) ways.one = forecast(job, task, *one_pass);
    if (task.source.whole_chunks) ways.decoded = saturated_mul(chunk_elements(task.source), task.element_bytes);
    for (CopyAxis const& axis : task.map.axes)
        if (axis.source) ways.source_bytes = saturated_mul(ways.source_bytes, axis.extent);
    if (passes.first) {
        ways.two = two_of(job, task, *passes.first, passes.last);
    } else if (may_have_two(job)) {
        if (auto const plan = plan_scratch(task, job.options.access))
            ways.two = two_of(job, task, {plan->chunk, plan->first, std::nullopt}, plan->last);
    }
    if (may_have_two(job)) ways.rechunker = rechunker_plan(task);
    return ways;
}

CopyForecast forecast_of_all(CopyJob const& job, CopyTask const& task, CopyPasses const& passes) {
    if (!passes.first) return forecast(job, task, passes.last);
    PassForecasts::Two const two = two_of(job, task, *passes.first, passes.last);
    return sum_of(two.first, two.second);
}

CopyTask task_for(Communicator const& comm, CopyJob const& job, int ranks) {
    CopyTask task = task_of(comm, job);
    task.ranks = ranks;
    task.aggregators = std::min(task.aggregators, ranks);
    task.memory = job.options.memory / ranks;
    return task;
}

Result<PlanChoice> plan_choice(Communicator const& comm, CopyJob const& job, CopyPasses const& passes) {
    auto one_pass = choice_of_one(comm, job, passes.first ? nullptr : &passes.last);
    if (one_pass || !passes.first) return one_pass;
    ScratchJobs const jobs(job, *passes.first);
    auto second = choice_of_one(comm, jobs.last(), &passes.last);
    if (second) second->too_much = one_pass.error().message;
    return second;
}

} // namespace tessera
