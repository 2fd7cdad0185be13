// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the transfers of a general send or get, computed before anything moves.
#include "libcore/comm/index/index_plan.hpp"

#include "libcore/comm/index/slot_table.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

IndexPlan IndexPlan::make(Mapping const& mapping, IndexLists lists, IndexOperation operation, RouteOptions options,
                          IndexTransport transport) {
    options.every_copy = operation == IndexOperation::Send;
    IndexPlan plan(mapping, std::move(lists), operation);
    ElementAddresses const addresses(mapping);
    int const ranks = plan.lists_.ranks();
    for (Rank rank = 0; rank < ranks; ++rank)
        plan.orders_.push_back(wire_order(addresses, ranks, rank, plan.lists_.elements_of(rank), options, transport));
    plan.add_messages();
    plan.count_names();
    return plan;
}

void IndexPlan::add_messages() {
    std::vector<Index> sends(orders_.size(), 0);
    std::vector<Index> receives(orders_.size(), 0);
    for (Rank rank = 0; rank < ranks(); ++rank) {
        WireOrder const& order = orders_[as_size(rank)];
        totals_.merging_ranks += order.merged ? 1 : 0;
        for (Rank peer = 0; peer < ranks(); ++peer) {
            Index const count = order.starts[as_size(peer) + 1] - order.starts[as_size(peer)];
            if (count == 0) continue;
            bool const is_send = operation_ == IndexOperation::Send;
            messages_.push_back({is_send ? rank : peer, is_send ? peer : rank, count});
            (rank == peer ? totals_.kept : totals_.moved) += count;
            if (rank == peer) continue;
            ++totals_.messages;
            ++sends[as_size(messages_.back().from)];
            ++receives[as_size(messages_.back().to)];
        }
    }
    std::ranges::sort(messages_, {}, [](IndexMessage const& message) { return std::pair(message.from, message.to); });
    totals_.max_sends = *std::ranges::max_element(sends);
    totals_.max_receives = *std::ranges::max_element(receives);
    totals_.bytes_moved = totals_.moved * mapping_.array().type.bytes;
}

void IndexPlan::count_names() {
    SlotTable table;
    std::vector<Index> names;
    for (Rank rank = 0; rank < ranks(); ++rank) {
        for (Index const element : lists_.elements_of(rank)) {
            auto const [number, is_new] = table.find_or_add(element, std::ssize(names));
            if (is_new) names.push_back(0);
            totals_.most = std::max(totals_.most, ++names[as_size(number)]);
            ++totals_.values;
        }
    }
    totals_.elements = std::ssize(names);
}

Result<MessageSet> IndexPlan::message_set(Index bytes_each) const {
    std::vector<MessageSet::Triple> triples;
    for (IndexMessage const& message : messages_) triples.push_back({message.from, message.to, message.elements * bytes_each});
    std::vector<Rank> all;
    for (Index position = 0; position < mapping_.grid().size(); ++position) all.push_back(mapping_.grid().rank(position));
    return MessageSet::of(triples, all);
}

} // namespace tessera
