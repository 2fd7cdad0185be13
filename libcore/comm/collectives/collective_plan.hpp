// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a broadcast or a reduction as a plan: its moves between ranks, and the treatment of arriving elements.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/sets/run.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace tessera {

enum class CollectiveKind {
    Broadcast, ///< the root's vector arrives on every rank
    Reduce     ///< the vectors of all ranks are combined element by element; every rank gets the result
};

/// Returns "broadcast" or "reduce".
[[nodiscard]] std::string_view name_of(CollectiveKind kind);

/// Treatment of elements that arrive at a rank.
enum class Arrival {
    Keep,   ///< they replace its own
    Combine ///< they are combined with its own
};

/// Moves elements [elements.begin, elements.end) of the sender's vector to the same elements of the receiver's vector. Ranks are
/// positions 0 .. ranks-1.
struct CollectiveMove {
    int from = 0;
    int to = 0;
    Run elements;
    Arrival arrival = Arrival::Keep;
    friend bool operator==(CollectiveMove const&, CollectiveMove const&) = default;
};

/// Moves that happen at the same time, with one message each.
struct CollectiveStep {
    std::vector<CollectiveMove> moves;
    bool multicast = false; ///< one message from one rank to all others, with the same elements
    bool ends_phase = true; ///< see CollectivePlan
    Index times = 1;        ///< in an outline: the number of steps that it represents, which differ only in their pieces
};

/// Steps form phases. In a phase a rank sends the elements that it had when the phase began. At the end of a phase it combines all
/// arrived operands for an element with its own, in ascending order of the senders including itself. So the order of arrival does
/// not matter, and ranks that combine the same operands get the same bits.
struct CollectivePlan {
    CollectiveKind kind = CollectiveKind::Reduce;
    std::string_view algorithm; ///< name, see collective_algorithms()
    int ranks = 1;
    int root = 0;       ///< for a broadcast
    Index elements = 0; ///< number of elements of each rank's vector
    std::vector<CollectiveStep> steps;
};

/// Checks a plan by replaying it with expressions instead of numbers. At the end every rank must have the root's vector, or the
/// same combination of all ranks' elements. A combination contains each element once, and is formed in the same way on every rank.
/// So the results agree to the last bit for any operation. Within a phase a rank must not receive for one element both a value to
/// keep and another value, nor send an element that it is to replace. The error names the step (from 1), the rank and the elements.
/// Cost: the moves times the different ranges of elements.
[[nodiscard]] Result<void> validate(CollectivePlan const& plan);

/// Totals that need neither a network nor a machine.
struct CollectiveTotals {
    int steps = 0;
    Index messages = 0; ///< a multicast counts as one
    Index elements_sent = 0;
    Index most_sent = 0; ///< largest number of elements sent by one rank
    Index multicasts = 0;
    friend bool operator==(CollectiveTotals const&, CollectiveTotals const&) = default;
};
[[nodiscard]] CollectiveTotals totals_of(CollectivePlan const& plan);

} // namespace tessera
