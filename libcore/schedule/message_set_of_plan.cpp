// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a redistribution.
#include "libcore/base/sort_unique.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/schedule/message_set.hpp"

#include <algorithm>

namespace tessera {

namespace {

/// Returns all ranks of both processor grids of every plan, ascending, each once.
std::vector<Rank> ranks_of(MultiPlan const& plan) {
    std::vector<Rank> ranks;
    for (RedistPlan const& part : plan.plans())
        for (Mapping const* mapping : {&part.source(), &part.target()})
            for (Index position = 0; position < mapping->grid().size(); ++position) ranks.push_back(mapping->grid().rank(position));
    sort_unique(ranks);
    return ranks;
}

/// Returns the messages between different ranks, by sender, then receiver.
std::vector<MessageSet::Triple> moved_by(MultiPlan const& plan, std::span<Rank const> ranks) {
    std::vector<MessageSet::Triple> triples;
    auto const add = [&](Rank from, Rank to, Index bytes) {
        if (from != to) triples.push_back({from, to, bytes});
    };
    if (plan.plans().size() == 1) {
        Index const size = plan.plans()[0].source().array().type.bytes;
        plan.plans()[0].for_each_message([&](Message const& message) { add(message.from, message.to, message.elements * size); });
    } else {
        for (Rank const rank : ranks)
            for (MultiMessage const& message : plan.sends(rank)) add(message.from, message.to, message.bytes);
    }
    return triples;
}

} // namespace

/// No overflow check is needed: MultiPlan::make has checked that the bytes fit.
Result<MessageSet> MessageSet::of(MultiPlan const& plan) {
    std::vector<Rank> ranks = ranks_of(plan);
    auto triples = moved_by(plan, ranks);
    return of_sorted(std::move(triples), std::move(ranks));
}

} // namespace tessera
