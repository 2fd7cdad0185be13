// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a redistribution.
#include "libcore/redist/multi_plan.hpp"
#include "libcore/schedule/message_set.hpp"

#include <algorithm>

namespace tessera {

namespace {

/// Every rank of both processor grids of every plan, ascending, each once.
std::vector<Rank> ranks_of(MultiPlan const& plan) {
    std::vector<Rank> ranks;
    for (RedistPlan const& part : plan.plans())
        for (Mapping const* mapping : {&part.source(), &part.target()})
            for (Index position = 0; position < mapping->grid().size(); ++position) ranks.push_back(mapping->grid().rank(position));
    std::ranges::sort(ranks);
    auto const repeated = std::ranges::unique(ranks);
    ranks.erase(repeated.begin(), repeated.end());
    return ranks;
}

} // namespace

Result<MessageSet> MessageSet::of(MultiPlan const& plan) {
    std::vector<Rank> const ranks = ranks_of(plan);
    std::vector<Triple> triples;
    for (Rank const rank : ranks)
        for (MultiMessage const& message : plan.sends(rank)) triples.push_back({message.from, message.to, message.bytes});
    return of(triples, ranks);
}

} // namespace tessera
