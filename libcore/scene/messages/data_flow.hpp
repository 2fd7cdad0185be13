// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the animated moves of data from its old owners to its new ones.
#pragma once

#include "libcore/redist/redist_plan.hpp"
#include "libcore/schedule/schedule.hpp"
#include "libcore/sets/run.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// Largest number of simultaneous flights.
inline constexpr Index most_flights = 2000;
/// Largest number of messages that are searched for the largest ones. In larger plans only evenly spaced senders are searched.
inline constexpr Index most_messages_looked_through = 1 << 17;

/// The visible part of one side's array: its drawn dimensions, their visible ranges, and fixed indices in the other dimensions.
struct FlowSlice {
    std::optional<int> row_dim;
    int column_dim = 0;
    Extents fixed;
    Run rows; ///< visible; [0, 1) without a row dimension
    Run columns;
    friend bool operator==(FlowSlice const&, FlowSlice const&) = default;
};

/// The steps in which a message travels, from the start of `first` to the end of `last`.
struct TravelSteps {
    int first = 0;
    int last = 0;
    friend bool operator==(TravelSteps const&, TravelSteps const&) = default;
};
/// Key: sender and receiver (real ranks).
using MessageSteps = std::map<std::pair<Rank, Rank>, TravelSteps>;

/// A rectangle of elements that moves from one position to another in one message.
struct Flight {
    Rank from = 0;
    Rank to = 0;
    Run source_rows;
    Run source_columns;
    Run target_rows;
    Run target_columns;
    TravelSteps steps;

    [[nodiscard]] bool stays() const { return from == to; }
    friend bool operator==(Flight const&, Flight const&) = default;
};

struct DataFlow {
    std::vector<Flight> flights; ///< flights that stay come first, then the order is by step
    Index messages_shown = 0;
    Index messages = 0;   ///< messages of the plan; flights that stay are not messages
    bool sampled = false; ///< true: some visible flights are missing
    int steps = 1;

    /// Returns the minimum duration of a flight in steps. If there are many steps, a single one is too short to see.
    [[nodiscard]] double flight_steps() const { return std::max(1.0, steps / 12.0); }
    /// Returns the time at which the last flight arrives, in steps.
    [[nodiscard]] double length() const { return steps - 1 + flight_steps(); }
};

/// Returns when each message of a schedule travels; for store-and-forward, from its first hop to its last. Empty if there are too
/// many transfers to search; then all messages travel at once.
[[nodiscard]] MessageSteps steps_of(Schedule const& schedule);

/// Returns the messages to show if there are too many: the largest, followed by the data that stays on its rank. Cost: the messages
/// searched.
[[nodiscard]] std::vector<Message> largest_messages(RedistPlan const& plan, Index most = most_flights);

/// Returns the flights of these messages, at most `most`. Precondition: at most `most` messages, those that stay last. Cost: the
/// flights.
[[nodiscard]] DataFlow data_flow(RedistPlan const& plan, std::span<Message const> messages, FlowSlice const& source,
                                 FlowSlice const& target, MessageSteps const& steps, Index most = most_flights);

} // namespace tessera
