// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a redistribution in one or several phases, through intermediate mappings.
#include "libcore/redist/methods/composite_plan.hpp"

#include "libcore/base/try.hpp"
#include "libcore/redist/named_collective.hpp"
#include "libcore/redist/summed_plan.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace tessera {

namespace {

Result<CompositePhase> joined_phase(std::vector<std::vector<MethodStep>> const& steps, std::size_t number) {
    std::vector<RedistPlan> plans;
    std::vector<RedistPlan> outcomes;
    bool added = false;
    std::vector<std::size_t> arrays;
    std::vector<std::string> wordings;
    for (std::size_t array = 0; array < steps.size(); ++array) {
        if (number >= steps[array].size()) continue;
        MethodStep const& step = steps[array][number];
        plans.push_back(step.plan);
        outcomes.push_back(step.addition.value_or(step.plan));
        added = added || step.addition;
        arrays.push_back(array);
        if (!step.how.empty() && std::ranges::find(wordings, step.how) == wordings.end()) wordings.push_back(step.how);
    }
    auto plan = TRY(MultiPlan::make(std::move(plans)));
    CompositePhase phase{std::move(plan), std::move(arrays), fmt::format("{}", fmt::join(wordings, "; "))};
    if (!added) return phase;
    phase.sums = TRY(MultiPlan::make(std::move(outcomes)));
    return phase;
}

/// Raises the entries of `held` to the bytes that each rank holds of the mapping.
void hold_part(std::vector<Index>& held, Mapping const& mapping) {
    ProcessorGrid const& grid = mapping.grid();
    held.resize(std::max(held.size(), as_size(grid.max_rank()) + 1), 0);
    for (Index position = 0; position < grid.size(); ++position) {
        Index& bytes = held[as_size(grid.rank(position))];
        bytes = std::max(bytes, mapping.owned_count(position) * mapping.array().type.bytes);
    }
}

} // namespace

RedistTotals CompositePlan::totals() const {
    RedistTotals sum;
    for (CompositePhase const& phase : phases) {
        RedistTotals const part = phase.plan.totals();
        sum.moved += part.moved;
        sum.kept += part.kept;
        sum.messages += part.messages;
        sum.bytes_moved += part.bytes_moved;
        sum.max_sends = std::max(sum.max_sends, part.max_sends);
        sum.max_receives = std::max(sum.max_receives, part.max_receives);
    }
    sum.elements = whole.totals().elements;
    return sum;
}

Result<void> CompositePlan::check_return() const {
    if (adds(whole)) return fail("elements are added up on the way, and a sum cannot be divided into its addends again");
    for (CompositePhase const& phase : phases)
        for (RedistPlan const& plan : phase.plan.plans())
            for (Mapping const* const side : {&plan.source(), &plan.target()})
                if (side->replicas() > 1)
                    return fail(
                        fmt::format("array {} has {} copies of each element on the way; only arrays without copies can go back",
                                    side->array().name, side->replicas()));
    return {};
}

std::vector<Index> held_bytes(CompositePlan const& plan) {
    std::vector<std::array<std::vector<Index>, 2>> between(plan.whole.plans().size()); // by array, buffer and rank
    std::vector<std::size_t> last_phase(plan.whole.plans().size(), 0);                 // by array
    for (std::size_t number = 0; number < plan.phases.size(); ++number)
        for (std::size_t const array : plan.phases[number].arrays) last_phase[array] = number;
    for (std::size_t number = 0; number < plan.phases.size(); ++number) {
        CompositePhase const& phase = plan.phases[number];
        for (std::size_t i = 0; i < phase.arrays.size(); ++i) // with the addends that wait to be added
            if (number < last_phase[phase.arrays[i]])
                hold_part(between[phase.arrays[i]][number % 2], phase.plan.plans()[i].target());
    }
    std::vector<Index> held = held_bytes(plan.whole);
    for (auto const& buffers : between)
        for (std::vector<Index> const& buffer : buffers) {
            held.resize(std::max(held.size(), buffer.size()), 0);
            for (std::size_t rank = 0; rank < buffer.size(); ++rank) held[rank] += buffer[rank];
        }
    return held;
}

Index peak_bytes(CompositePlan const& plan) {
    return std::ranges::max(held_bytes(plan));
}

Result<std::vector<CompositePhase>> joined_phases(std::vector<std::vector<MethodStep>> const& steps) {
    std::size_t most = 0;
    for (auto const& each : steps) most = std::max(most, each.size());
    std::vector<CompositePhase> phases;
    for (std::size_t number = 0; number < most; ++number) phases.push_back(TRY(joined_phase(steps, number)));
    return phases;
}

} // namespace tessera
