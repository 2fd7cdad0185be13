// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a broadcast or a reduction as a plan: who sends what to whom, and what becomes of it there.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/sets/run.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace tessera {

enum class CollectiveKind {
    Broadcast, ///< the root's vector on every rank
    Reduce     ///< the vectors of all ranks, combined element by element, on every rank
};

/// "broadcast", "reduce".
[[nodiscard]] std::string_view name_of(CollectiveKind kind);

/// What a rank does with elements that arrive.
enum class Arrival {
    Keep,   ///< they take the place of its own
    Combine ///< they are combined with its own
};

/// Elements [elements.begin, elements.end) of the sender's vector, to the same elements of the receiver's. Ranks are positions
/// 0 .. ranks-1.
struct CollectiveMove {
    int from = 0;
    int to = 0;
    Run elements;
    Arrival arrival = Arrival::Keep;
    friend bool operator==(CollectiveMove const&, CollectiveMove const&) = default;
};

/// Moves that go at the same time, one message each.
struct CollectiveStep {
    std::vector<CollectiveMove> moves;
    bool multicast = false; ///< one message that reaches everybody: from one rank, to all others, the same elements
    bool ends_phase = true; ///< see CollectivePlan
    Index times = 1;        ///< in an outline: it stands for so many steps that differ in their pieces alone
};

/// Steps form phases. What a rank sends in a phase is what it had when the phase began. When the phase ends it combines all it was
/// sent in it for an element, with its own, in ascending order of the senders, itself among them; so it does not matter what
/// arrives first, and ranks that combine the same operands get the same bits.
struct CollectivePlan {
    CollectiveKind kind = CollectiveKind::Reduce;
    std::string_view algorithm; ///< its name, see collective_algorithms()
    int ranks = 1;
    int root = 0;       ///< of a broadcast
    Index elements = 0; ///< of the vector of each rank
    std::vector<CollectiveStep> steps;
};

/// Plays the plan with expressions in place of numbers. In the end every rank has the root's vector; or the same combination of all
/// ranks' elements, each in it once, and put together in the same way on every rank: then the results agree to the last bit,
/// whatever the operation. Within a phase no rank gets for one element both something to keep and something else, nor sends what it
/// is to keep something else for. The error names the step (from 1), the rank and the elements.
/// Cost: the moves times the ranges of elements that they tell apart.
[[nodiscard]] Result<void> validate(CollectivePlan const& plan);

/// Figures that need neither a network nor a machine.
struct CollectiveTotals {
    int steps = 0;
    Index messages = 0; ///< a multicast is one
    Index elements_sent = 0;
    Index most_sent = 0; ///< elements, by one rank
    Index multicasts = 0;
    friend bool operator==(CollectiveTotals const&, CollectiveTotals const&) = default;
};
[[nodiscard]] CollectiveTotals totals_of(CollectivePlan const& plan);

} // namespace tessera
