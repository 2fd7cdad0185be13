// SPDX-License-Identifier: BSD-3-Clause
// Tessera: several arrays moved together, one message per pair of ranks.
#include "libcore/redist/multi_plan.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/sort_unique.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>
#include <utility>

namespace tessera {

namespace {

/// Returns one rank's messages of all plans, joined by pair of ranks. `messages_of(plan)` returns the rank's messages of one plan.
template <class MessagesOf>
std::vector<MultiMessage> joined(std::span<RedistPlan const> plans, MessagesOf messages_of) {
    std::vector<MultiMessage::Part> parts;
    for (std::size_t plan = 0; plan < plans.size(); ++plan)
        for (Message const& message : messages_of(plans[plan])) parts.push_back({static_cast<int>(plan), message});
    std::ranges::stable_sort(parts, {}, [](auto const& part) { return std::pair(part.message.from, part.message.to); });

    std::vector<MultiMessage> result;
    for (auto const& part : parts) {
        auto const& [from, to, elements, from_position, to_position] = part.message;
        if (result.empty() || result.back().from != from || result.back().to != to) result.push_back({from, to, 0, 0, {}});
        MultiMessage& message = result.back();
        message.elements += elements;
        message.bytes += elements * plans[as_size(part.plan)].source().array().type.bytes;
        message.parts.push_back(part);
    }
    return result;
}

/// Adds the volumes of one plan. Numbers of messages are left out, because they are not sums.
void add_volumes(RedistTotals& totals, RedistTotals const& plan) {
    totals.elements += plan.elements;
    totals.moved += plan.moved;
    totals.kept += plan.kept;
    totals.bytes_moved += plan.bytes_moved;
}

/// Returns the bytes that a plan delivers to all copies. RedistPlan::make has checked that they fit.
Index delivered_bytes(RedistPlan const& plan) {
    return checked_product(plan.map().extents()).value() * plan.target().replicas() * plan.target().array().type.bytes;
}

} // namespace

Result<MultiPlan> MultiPlan::make(std::vector<RedistPlan> plans) {
    std::optional<Index> bytes = 0;
    for (RedistPlan const& plan : plans) {
        bytes = checked_add(*bytes, delivered_bytes(plan));
        if (!bytes)
            return fail(fmt::format("the {} arrays together are more bytes than fit 64 bits; move fewer at once", plans.size()));
    }
    return MultiPlan(std::move(plans));
}

Index MultiPlan::ranks() const {
    Index ranks = 0;
    for (RedistPlan const& plan : plans_) ranks = std::max(ranks, plan.ranks());
    return ranks;
}

std::vector<Rank> MultiPlan::senders() const {
    std::vector<Rank> all;
    for (RedistPlan const& plan : plans_) {
        auto const some = plan.senders();
        all.insert(all.end(), some.begin(), some.end());
    }
    sort_unique(all);
    return all;
}

std::vector<MultiMessage> MultiPlan::sends(Rank rank) const {
    return joined(plans_, [rank](RedistPlan const& plan) { return plan.sends(rank); });
}

std::vector<MultiMessage> MultiPlan::receives(Rank rank) const {
    return joined(plans_, [rank](RedistPlan const& plan) { return plan.receives(rank); });
}

RedistTotals MultiPlan::totals(Watch const& watch) const {
    if (plans_.size() == 1) return plans_.front().totals(watch);
    RedistTotals totals;
    for (RedistPlan const& plan : plans_) add_volumes(totals, plan.totals(watch));

    std::unordered_map<Rank, Index> received;
    std::vector<Rank> const all = senders();
    Index counted = 0;
    for (Rank const rank : all) {
        if (watch.stopped()) return totals;
        watch.report(counted++, std::ssize(all));
        Index sent = 0;
        for (MultiMessage const& message : sends(rank)) {
            if (message.to == rank) continue;
            ++sent;
            totals.max_receives = std::max(totals.max_receives, ++received[message.to]);
        }
        totals.messages += sent;
        totals.max_sends = std::max(totals.max_sends, sent);
    }
    return totals;
}

} // namespace tessera
