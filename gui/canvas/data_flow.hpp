// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the pieces in which data goes from its old owners to its new ones, as far as they can be shown.
#pragma once

#include "libcore/redist/redist_plan.hpp"
#include "libcore/schedule/schedule.hpp"
#include "libcore/sets/run.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace tessera::gui {

/// At most so many pieces travel at once.
inline constexpr Index mostPieces = 2000;
/// Messages are looked through for the largest up to this number; of more, those of evenly spaced senders.
inline constexpr Index mostMessagesLookedThrough = 1 << 17;

/// What is seen of one side's array: its drawn dimensions, the part of them in sight, and where the others stand.
struct FlowSlice {
    std::optional<int> rowDim;
    int columnDim = 0;
    Extents fixed;
    Run rows; ///< in sight; without a row dimension [0, 1)
    Run columns;
    friend bool operator==(FlowSlice const&, FlowSlice const&) = default;
};

/// When a message travels, in steps: from the beginning of the first until the end of the last it has a part in.
struct StepSpan {
    int first = 0;
    int last = 0;
    friend bool operator==(StepSpan const&, StepSpan const&) = default;
};
/// By sender and receiver (real ranks).
using StepsOfMessages = std::map<std::pair<Rank, Rank>, StepSpan>;

/// A rectangle of elements that goes from one place to another in one message.
struct FlowPiece {
    Rank from = 0;
    Rank to = 0;
    Run sourceRows;
    Run sourceColumns;
    Run targetRows;
    Run targetColumns;
    StepSpan steps;

    [[nodiscard]] bool stays() const { return from == to; }
    friend bool operator==(FlowPiece const&, FlowPiece const&) = default;
};

struct DataFlow {
    std::vector<FlowPiece> pieces; ///< those that stay first, then by step
    Index messagesShown = 0;
    Index messages = 0;   ///< of the plan; pieces that stay are none
    bool sampled = false; ///< not every piece in sight is there
    int steps = 1;

    /// How long a piece travels at least, in steps: where there are many, one is too short to be seen.
    [[nodiscard]] double flight() const { return std::max(1.0, steps / 12.0); }
    /// When the last piece has arrived, in steps.
    [[nodiscard]] double length() const { return steps - 1 + flight(); }
};

/// When each message of a schedule travels. Store-and-forward: from its first hop to its last. Empty where there are too many
/// transfers to look through: then all travel at once.
[[nodiscard]] StepsOfMessages stepsOf(Schedule const& schedule);

/// What is shown where not everything can be: the largest messages, and behind them what stays. Cost: the messages looked through.
[[nodiscard]] std::vector<Message> largestMessages(RedistPlan const& plan, Index most = mostPieces);

/// The pieces of these messages, at most `most`. Precondition: at most `most` messages, those that stay last. Cost: the pieces.
[[nodiscard]] DataFlow dataFlow(RedistPlan const& plan, std::span<Message const> messages, FlowSlice const& source,
                                FlowSlice const& target, StepsOfMessages const& steps, Index most = mostPieces);

} // namespace tessera::gui
