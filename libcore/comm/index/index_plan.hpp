// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the transfers of a general send or get (pC*, chapter 5), computed before anything moves.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/element_addresses.hpp"
#include "libcore/comm/index/index_lists.hpp"
#include "libcore/comm/index/wire_order.hpp"
#include "libcore/schedule/message_set.hpp"

#include <vector>

namespace tessera {

enum class IndexOperation { Send, Get };

/// Totals over all ranks. Each value counts once for each copy of its element that it goes to.
struct IndexTotals {
    Index values = 0;   ///< number of values that name an element
    Index elements = 0; ///< number of different elements that are named
    Index most = 0;     ///< largest number of values that name one element
    Index moved = 0;    ///< number of values that move to other ranks, after merging
    Index kept = 0;     ///< number of values that stay on their rank, after merging
    Index messages = 0;
    Index max_sends = 0; ///< messages of one rank
    Index max_receives = 0;
    Index bytes_moved = 0;
    Index merging_ranks = 0; ///< number of ranks that merge values for one element
};

/// A message from one rank to another, or to itself.
struct IndexMessage {
    Rank from = 0;
    Rank to = 0;
    Index elements = 0;
};

/// The routes of all ranks, as IndexRoute makes them rank by rank (runtime/comm/index).
class IndexPlan {
  public:
    /// Makes the plan. Cost: the values of all ranks; it stores all of them.
    [[nodiscard]] static IndexPlan make(Mapping const& mapping, IndexLists lists, IndexOperation operation,
                                        RouteOptions options = {}, IndexTransport transport = IndexTransport::Network);

    [[nodiscard]] Mapping const& mapping() const { return mapping_; }
    [[nodiscard]] IndexLists const& lists() const { return lists_; }
    [[nodiscard]] IndexOperation operation() const { return operation_; }
    [[nodiscard]] int ranks() const { return static_cast<int>(orders_.size()); }
    [[nodiscard]] WireOrder const& order(Rank rank) const { return orders_[as_size(rank)]; }
    [[nodiscard]] IndexTotals const& totals() const { return totals_; }

    /// Returns the messages by sender, then receiver, including those within a rank.
    [[nodiscard]] std::vector<IndexMessage> const& messages() const { return messages_; }
    /// Returns the messages to other ranks. `bytes_each`: bytes sent per value. Errors: as MessageSet::of.
    [[nodiscard]] Result<MessageSet> message_set(Index bytes_each) const;

  private:
    IndexPlan(Mapping mapping, IndexLists lists, IndexOperation operation)
        : mapping_(std::move(mapping)), lists_(std::move(lists)), operation_(operation) {}
    void add_messages();
    void count_names();

    Mapping mapping_;
    IndexLists lists_;
    IndexOperation operation_;
    std::vector<WireOrder> orders_; // indexed by rank
    std::vector<IndexMessage> messages_;
    IndexTotals totals_;
};

} // namespace tessera
