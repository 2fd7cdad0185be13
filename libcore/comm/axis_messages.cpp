// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of operations along a dimension of a distributed array, by round.
#include "libcore/comm/axis_messages.hpp"

#include "libcore/base/require.hpp"
#include "libcore/base/try.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <utility>

namespace tessera {
namespace {

constexpr Index sorted_bytes = 24; // bytes of an element during the sort: its line, its key and its index (group_sort.hpp)

using Triples = std::vector<MessageSet::Triple>;

std::vector<Rank> all_ranks(Mapping const& mapping) {
    std::vector<Rank> ranks;
    for (Index position = 0; position < mapping.grid().size(); ++position) ranks.push_back(mapping.grid().rank(position));
    return ranks;
}

/// Returns the positions that hold elements and have coordinate 0 in the dimension: one for each group.
std::vector<Index> group_positions(AxisPlan const& plan) {
    Mapping const& mapping = plan.mapping();
    std::vector<Index> positions;
    for (Index position = 0; position < mapping.grid().size(); ++position)
        if (mapping.holds(position) && mapping.dim_coord(position, plan.dim()) == 0) positions.push_back(position);
    return positions;
}

Result<std::vector<AxisRound>> named_rounds(Mapping const& mapping, std::vector<std::pair<std::string, Triples>> const& rounds) {
    std::vector<Rank> const ranks = all_ranks(mapping);
    std::vector<AxisRound> named;
    for (auto const& [what, triples] : rounds) {
        if (triples.empty()) continue;
        auto messages = TRY(MessageSet::of(triples, ranks));
        named.push_back({what, std::move(messages)});
    }
    return named;
}

/// Returns the steps of one collective in each group. `root`: the coordinate that sends, for a broadcast.
Result<std::vector<AxisRound>> collective_rounds(AxisPlan const& plan, CollectiveAlgorithm const& algorithm,
                                                 std::vector<Index> const& groups, Index root) {
    require(algorithm.make != nullptr, "the steps of a collective along a dimension: expected an algorithm whose steps are known");
    Index const bytes = plan.mapping().array().type.bytes;
    std::vector<std::pair<std::string, Triples>> rounds;
    for (Index const position : groups) {
        std::vector<Rank> members = plan.group(position);
        Rank const sender = members[as_size(root)];
        std::ranges::sort(members);
        CollectiveTask const task{.kind = algorithm.kind,
                                  .ranks = static_cast<int>(members.size()),
                                  .root = static_cast<int>(std::ranges::find(members, sender) - members.begin()),
                                  .elements = plan.lines(position),
                                  .element_bytes = bytes};
        CollectivePlan const steps = make_collective(algorithm, task);
        if (rounds.size() < steps.steps.size()) rounds.resize(steps.steps.size());
        for (std::size_t step = 0; step < steps.steps.size(); ++step) {
            rounds[step].first = fmt::format("step {} of {}", step + 1, algorithm.name);
            for (CollectiveMove const& move : steps.steps[step].moves)
                rounds[step].second.push_back(
                    {members[as_size(move.from)], members[as_size(move.to)], move.elements.size() * bytes});
        }
    }
    return named_rounds(plan.mapping(), rounds);
}

} // namespace

Result<std::vector<AxisRound>> scan_rounds(AxisPlan const& plan, Index summary_bytes) {
    auto sets = TRY(plan.rounds(summary_bytes));
    std::vector<AxisRound> rounds;
    for (MessageSet& set : sets)
        rounds.push_back({rounds.empty() ? "summaries of runs" : "the value before each run", std::move(set)});
    return rounds;
}

Result<std::vector<AxisRound>> ranking_rounds(AxisPlan const& plan) {
    Mapping const& mapping = plan.mapping();
    Triples samples;
    Triples elements;
    Triples places;
    for (Index position = 0; position < mapping.grid().size(); ++position) {
        if (!mapping.holds(position)) continue;
        Rank const me = mapping.grid().rank(position);
        std::vector<Rank> const members = plan.group(position);
        Index const own = mapping.owned_count(position);
        for (Rank const other : members) {
            if (other == me) continue;
            Index const share = own / std::ssize(members);
            samples.push_back({me, other, std::min(own, Index{std::ssize(members)}) * sorted_bytes});
            elements.push_back({me, other, share * sorted_bytes});
            places.push_back({other, me, share * Index{sizeof(Index)}});
        }
    }
    return named_rounds(mapping, {{"samples", std::move(samples)},
                                  {"elements, if they are in no order", std::move(elements)},
                                  {"their places", std::move(places)}});
}

Result<std::vector<AxisRound>> reduction_rounds(AxisPlan const& plan, CollectiveAlgorithm const& algorithm) {
    return collective_rounds(plan, algorithm, group_positions(plan), 0);
}

Result<std::vector<AxisRound>> spread_rounds(AxisPlan const& plan, Index index, std::vector<AxisIndex> const& later,
                                             CollectiveAlgorithm const& algorithm) {
    Mapping const& mapping = plan.mapping();
    require(0 <= index && index < mapping.dim(plan.dim()).extent(), "spread_rounds: the index lies outside of the dimension");
    std::vector<Index> groups;
    for (Index const position : group_positions(plan)) {
        bool const takes_part = std::ranges::all_of(later, [&](AxisIndex const& each) {
            return mapping.dim(each.dim).owner(each.index) == mapping.dim_coord(position, each.dim);
        });
        if (takes_part) groups.push_back(position);
    }
    return collective_rounds(plan, algorithm, groups, mapping.dim(plan.dim()).owner(index));
}

} // namespace tessera
