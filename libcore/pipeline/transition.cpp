// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a transition, one remapping of a job, and how a job's plan consists of transitions.
#include "libcore/pipeline/transition.hpp"

#include "libcore/base/try.hpp"
#include "libcore/redist/copy_batches.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <utility>

namespace tessera {
namespace {

Result<RedistPlan> plan_of(Movement const& movement) {
    auto source = TRY(Mapping::make(movement.source));
    auto target = TRY(Mapping::make(movement.target));
    return RedistPlan::make(std::move(source), std::move(target), movement.map);
}

Index last_state(Job const& job) {
    std::size_t states = 1;
    for (ArrayStates const& array : job.arrays) states = std::max(states, array.states.size());
    return static_cast<Index>(states) - 1;
}

/// Returns the job with two consecutive states of each array that has both. The other arrays keep only their last state.
Job cut_to(Job const& job, std::size_t from) {
    Job part = job;
    for (ArrayStates& array : part.arrays) {
        bool const moves = array.states.size() > from + 1;
        auto const first = array.states.begin() + (moves ? static_cast<std::ptrdiff_t>(from) : std::ssize(array.states) - 1);
        array.states = std::vector(first, first + (moves ? 2 : 1));
    }
    return part;
}

/// Returns the plan of a job's copies, split where a copy has to wait for an earlier one.
Result<std::vector<Transition>> batches_of(Transition const& whole) {
    std::vector<Transition> transitions;
    auto const plans = whole.plan->plans();
    auto const batches = copy_batches(plans);
    std::size_t first = 0;
    for (std::size_t const count : batches) {
        Transition batch = whole;
        batch.copies = {static_cast<Index>(first) + 1, static_cast<Index>(first + count)};
        if (batches.size() > 1) {
            auto const part = plans.subspan(first, count);
            batch.set_plan(TRY(MultiPlan::make({part.begin(), part.end()})));
        }
        transitions.push_back(std::move(batch));
        first += count;
    }
    return transitions;
}

/// Returns the plan from the current mappings of its arrays.
Result<MultiPlan> from_where_they_are(MultiPlan const& plan, std::map<std::string, Mapping> const& whereabouts) {
    std::vector<RedistPlan> plans;
    for (RedistPlan const& each : plan.plans()) {
        auto const moved = whereabouts.find(each.source().array().name);
        plans.push_back(TRY(moved == whereabouts.end() ? Result<RedistPlan>(each)
                                                       : RedistPlan::make(moved->second, each.target(), each.map())));
    }
    return MultiPlan::make(std::move(plans));
}

/// Returns the names of the arrangements that the other transitions use. These arrangements keep their ranks.
std::set<std::string> arrangements_beside(std::span<Transition const> transitions, std::size_t number) {
    std::set<std::string> names;
    for (std::size_t other = 0; other < transitions.size(); ++other) {
        if (other == number) continue;
        for (RedistPlan const& plan : transitions[other].plan->plans()) {
            // The sources of later transitions are the targets of this one.
            if (other < number) names.insert(plan.source().spec().processors.name);
            names.insert(plan.target().spec().processors.name);
        }
    }
    return names;
}

} // namespace

std::string text_of(CopyNumbers const& copies) {
    if (copies.first == copies.last) return fmt::format("copy {}", copies.first);
    return fmt::format("copies {} to {}", copies.first, copies.last);
}

MultiPlan const& Transition::outcome() const {
    return phase ? phase->composite.phases[phase->number].outcome() : *plan;
}

void Transition::set_plan(MultiPlan made, Watch const& watch) {
    totals = made.totals(watch);
    plan = std::make_shared<MultiPlan const>(std::move(made));
}

std::string Transition::states() const {
    return copies.empty() ? fmt::format("state {} to {}", from, to) : text_of(copies);
}

Result<Transition> whole_transition(Job const& job, std::optional<CopyMap> const& section, Watch const& watch) {
    auto const movements = TRY(job.movements(section));
    std::vector<RedistPlan> plans;
    for (Movement const& movement : movements) {
        if (watch.stopped()) return stopped_error();
        plans.push_back(TRY(plan_of(movement)));
    }
    auto plan = TRY(MultiPlan::make(std::move(plans)));
    Transition transition{.from = 0, .to = job.copies.empty() ? last_state(job) : 0, .plan = nullptr, .totals = {}};
    transition.set_plan(std::move(plan), watch);
    if (watch.stopped()) return stopped_error();
    if (!job.copies.empty()) transition.copies = {1, std::ssize(job.copies)};
    return transition;
}

Result<std::vector<Transition>> transitions_of(Job const& job, std::optional<CopyMap> const& section, Watch const& watch) {
    if (!job.copies.empty()) {
        auto const whole = TRY(whole_transition(job, section, watch));
        return batches_of(whole);
    }
    std::vector<Transition> transitions;
    Index const last = std::max<Index>(last_state(job), 1);
    for (Index from = 0; from < last; ++from) {
        bool const only = last == 1;
        auto transition = TRY(whole_transition(only ? job : cut_to(job, as_size(from)), section, watch));
        if (!only) transition.from = from;
        if (!only) transition.to = from + 1;
        transitions.push_back(std::move(transition));
    }
    return transitions;
}

bool is_one_composite(std::span<Transition const> transitions) {
    return transitions.front().phase &&
           std::ranges::count_if(transitions, [](Transition const& each) { return each.phase->number == 0; }) == 1;
}

Result<Transition const*> find_transition(std::span<Transition const> transitions, Index number) {
    auto const count = std::ssize(transitions);
    if (number >= 1 && number <= count) return &transitions[as_size(number - 1)];
    return fail(count == 1 ? fmt::format("there is no transition {}; the job has a single one", number)
                           : fmt::format("there is no transition {}; the job has transitions 1 to {}", number, count));
}

Result<std::vector<Transition>> phases_of(Transition const& whole, std::string_view method, SiteOfRanks const& site,
                                          Watch const& watch) {
    auto const composed = TRY(composed_by(method, *whole.plan, site, watch));
    std::vector<Transition> transitions;
    for (CompositePhase const& phase : composed.plan.phases) {
        Transition part = whole;
        part.set_plan(phase.plan, watch);
        if (watch.stopped()) return stopped_error();
        part.phase = std::make_shared<TransitionPhase const>(TransitionPhase{composed.plan, composed.reason, transitions.size()});
        transitions.push_back(std::move(part));
    }
    return transitions;
}

Result<std::vector<Transition>> relabelled(std::span<Transition const> transitions, std::optional<RankNodes> const& nodes) {
    std::vector<Transition> result;
    std::map<std::string, Mapping> whereabouts; // current mappings of relabelled arrays
    std::set<std::string> made;                 // names of new arrangements that earlier transitions got
    for (std::size_t number = 0; number < transitions.size(); ++number) {
        auto const plan = TRY(from_where_they_are(*transitions[number].plan, whereabouts));
        auto others = arrangements_beside(transitions, number);
        others.insert(made.begin(), made.end());
        auto found = TRY(relabelled(plan, nodes, others));
        for (NewRanks const& ranks : found.arrangements)
            if (!ranks.instead_of.empty()) made.insert(ranks.processors.name);
        for (RedistPlan const& each : found.plan.plans()) whereabouts.insert_or_assign(each.target().array().name, each.target());
        Transition better = transitions[number];
        better.plan = std::make_shared<MultiPlan const>(found.plan);
        better.totals = found.after.totals;
        better.relabelling = std::make_shared<Relabelling const>(std::move(found));
        result.push_back(std::move(better));
    }
    return result;
}

RedistTotals sum_of(std::span<Transition const> transitions) {
    RedistTotals sum;
    for (Transition const& each : transitions) {
        sum.elements += each.totals.elements;
        sum.moved += each.totals.moved;
        sum.kept += each.totals.kept;
        sum.messages += each.totals.messages;
        sum.bytes_moved += each.totals.bytes_moved;
        sum.max_sends = std::max(sum.max_sends, each.totals.max_sends);
        sum.max_receives = std::max(sum.max_receives, each.totals.max_receives);
    }
    return sum;
}

} // namespace tessera
