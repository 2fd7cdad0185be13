// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the plan of one redistribution, kept as one factor per dimension (share/doc/design.md, "A plan is a product").
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/mapping/copy_map.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/redist/dim_transfer.hpp"
#include "libcore/sets/box_set.hpp"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace tessera {

/// One message (or local copy, if from == to). Its index set is requested from the plan.
struct Message {
    Rank from = 0;
    Rank to = 0;
    Index elements = 0;
    Index from_position = 0; ///< in the source grid
    Index to_position = 0;   ///< in the target grid
    friend bool operator==(Message const&, Message const&) = default;
};

/// The sums over all messages. Copies from a rank to itself count only as `kept`.
struct RedistTotals {
    Index elements = 0; ///< elements delivered: moved + kept (each copy of a replicated target counts)
    Index moved = 0;
    Index kept = 0;
    Index messages = 0;
    Index max_sends = 0;    ///< largest number of messages that one rank sends
    Index max_receives = 0; ///< largest number of messages that one rank receives
    Index bytes_moved = 0;
    friend bool operator==(RedistTotals const&, RedistTotals const&) = default;
};

/// The messages between two mappings. The message between two ranks is the product of one factor entry per dimension.
///
/// Replicated target: every holder gets each element once. Replicated source: a receiver that holds a copy uses its own. The other
/// receivers of that source class are assigned to the copies in turn, by their position among the receivers without a copy. So the
/// loads of the copies differ by at most one message. The elements of a message are ordered row-major over the iteration space,
/// whose dimensions are the copy map's axes.
///
/// If the copy map reshapes, source() and target() are in the shape of its groups (Mapping::merged), and so are all indices. Each
/// rank's memory is the same as in the declared shape.
class RedistPlan {
  public:
    /// Errors: the copy map does not fit the arrays; element sizes differ; the bytes delivered to all copies do not fit 64 bits;
    /// those of Mapping::merged.
    [[nodiscard]] static Result<RedistPlan> make(Mapping source, Mapping target, CopyMap map);
    /// Makes a plan that moves the whole array. Error: the two mappings are of arrays with different extents or element sizes.
    [[nodiscard]] static Result<RedistPlan> make(Mapping source, Mapping target);

    [[nodiscard]] Mapping const& source() const;
    [[nodiscard]] Mapping const& target() const;
    [[nodiscard]] CopyMap const& map() const;
    [[nodiscard]] std::span<DimTransfer const> factors() const; ///< one per axis of the copy map

    /// Returns the totals, computed from the factors. Cost: the rows of each factor plus the ranks, never the pairs of ranks.
    /// `watch` sees the rows. If it stops the work, the totals are incomplete.
    [[nodiscard]] RedistTotals totals(Watch const& watch = {}) const;
    /// Returns the largest rank number in the plan, plus one.
    [[nodiscard]] Index ranks() const;
    /// Returns the ranks that hold a copy of a part of the source, ascending. (Some may have nothing to send.)
    [[nodiscard]] std::vector<Rank> senders() const;

    /// Returns the messages that `rank` sends (receives), by ascending partner rank, including its own copy. Empty if it takes no
    /// part.
    [[nodiscard]] std::vector<Message> sends(Rank rank) const;
    [[nodiscard]] std::vector<Message> receives(Rank rank) const;
    /// Visits all messages, by sender, then by receiver. Cost: the messages.
    void for_each_message(std::function<void(Message const&)> const& visit) const;

    /// Returns the message's index set: in the iteration space, or in the indices (0-based) of the source or target array.
    [[nodiscard]] BoxSet box(Message const& message) const;
    [[nodiscard]] BoxSet source_box(Message const& message) const;
    [[nodiscard]] BoxSet target_box(Message const& message) const;

  private:
    struct State;
    explicit RedistPlan(std::shared_ptr<State const> state) : state_(std::move(state)) {}

    std::shared_ptr<State const> state_; // immutable, shared by copies
};

} // namespace tessera
