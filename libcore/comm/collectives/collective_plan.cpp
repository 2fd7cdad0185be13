// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the totals of a collective plan.
#include "libcore/comm/collectives/collective_plan.hpp"

#include <algorithm>

namespace tessera {

std::string_view name_of(CollectiveKind kind) {
    return kind == CollectiveKind::Reduce ? "reduce" : "broadcast";
}

CollectiveTotals totals_of(CollectivePlan const& plan) {
    CollectiveTotals totals;
    std::vector<Index> sent(as_size(plan.ranks), 0);
    for (CollectiveStep const& step : plan.steps) {
        totals.steps += static_cast<int>(step.times);
        totals.multicasts += step.multicast ? step.times : 0;
        std::size_t const messages = step.multicast ? 1 : step.moves.size();
        for (CollectiveMove const& move : std::span(step.moves).first(messages)) {
            totals.messages += step.times;
            totals.elements_sent += step.times * move.elements.size();
            sent[as_size(move.from)] += step.times * move.elements.size();
        }
    }
    totals.most_sent = *std::ranges::max_element(sent);
    return totals;
}

} // namespace tessera
