// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the flights in which data goes from its old owners to its new ones, as far as they can be shown.
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

/// At most so many flights travel at once.
inline constexpr Index most_flights = 2000;
/// Messages are looked through for the largest up to this number; of more, those of evenly spaced senders.
inline constexpr Index most_messages_looked_through = 1 << 17;

/// What is seen of one side's array: its drawn dimensions, the part of them in sight, and where the others stand.
struct FlowSlice {
    std::optional<int> row_dim;
    int column_dim = 0;
    Extents fixed;
    Run rows; ///< in sight; without a row dimension [0, 1)
    Run columns;
    friend bool operator==(FlowSlice const&, FlowSlice const&) = default;
};

/// When a message travels, in steps: from the beginning of the first until the end of the last it has a part in.
struct StepRange {
    int first = 0;
    int last = 0;
    friend bool operator==(StepRange const&, StepRange const&) = default;
};
/// By sender and receiver (real ranks).
using MessageSteps = std::map<std::pair<Rank, Rank>, StepRange>;

/// A rectangle of elements that goes from one place to another in one message.
struct Flight {
    Rank from = 0;
    Rank to = 0;
    Run source_rows;
    Run source_columns;
    Run target_rows;
    Run target_columns;
    StepRange steps;

    [[nodiscard]] bool stays() const { return from == to; }
    friend bool operator==(Flight const&, Flight const&) = default;
};

struct DataFlow {
    std::vector<Flight> flights; ///< those that stay first, then by step
    Index messages_shown = 0;
    Index messages = 0;   ///< of the plan; flights that stay are none
    bool sampled = false; ///< not every flight in sight is there
    int steps = 1;

    /// How long a flight travels at least, in steps: where there are many, one is too short to be seen.
    [[nodiscard]] double flight_steps() const { return std::max(1.0, steps / 12.0); }
    /// When the last flight has arrived, in steps.
    [[nodiscard]] double length() const { return steps - 1 + flight_steps(); }
};

/// When each message of a schedule travels. Store-and-forward: from its first hop to its last. Empty where there are too many
/// transfers to look through: then all travel at once.
[[nodiscard]] MessageSteps steps_of(Schedule const& schedule);

/// Which messages are shown where there are too many for all: the largest, and behind them what stays where it is. Cost: the
/// messages looked through.
[[nodiscard]] std::vector<Message> largest_messages(RedistPlan const& plan, Index most = most_flights);

/// The flights of these messages, at most `most`. Precondition: at most `most` messages, those that stay last. Cost: the flights.
[[nodiscard]] DataFlow data_flow(RedistPlan const& plan, std::span<Message const> messages, FlowSlice const& source,
                                 FlowSlice const& target, MessageSteps const& steps, Index most = most_flights);

} // namespace tessera
