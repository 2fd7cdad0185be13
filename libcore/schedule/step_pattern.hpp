// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a step of a regular all-to-all as one formula.
#pragma once

#include "libcore/base/index.hpp"

namespace tessera {

/// The transfers of the ranks at positions 0 .. size-1 in one step, by one formula. A position that would send to itself sends
/// nothing. All counts over a step follow from the formula, so no message has to be visited.
struct StepPattern {
    enum class Shape {
        Shift,      ///< position p sends to p + amount, modulo size
        Reflection, ///< p sends to amount - p, modulo size
        Xor,        ///< p sends to ((p + offset) xor amount) - offset, modulo size, which is a power of two; offset is 0 or 1
        Gather,     ///< every other position sends to `amount`
        Scatter,    ///< `amount` sends to every other position
        Everything  ///< every position sends to every other position
    };
    Shape shape = Shape::Shift;
    int size = 0;
    int amount = 0; ///< 0 <= amount < size
    int offset = 0;
    Index bytes = 0; ///< bytes of every message

    /// Returns whether every position sends to at most one other and receives from at most one.
    [[nodiscard]] bool one_port() const { return shape == Shape::Shift || shape == Shape::Reflection || shape == Shape::Xor; }
    /// Returns the number of positions that would send to themselves. For one-port shapes.
    [[nodiscard]] int fixed_points() const;
    [[nodiscard]] Index transfers() const;
    /// Returns whether each pair of partners sends in both directions. If not, no pair does.
    [[nodiscard]] bool is_exchange() const;
    [[nodiscard]] int idle_ranks() const;
    /// Return the messages of the busiest sender, and the messages in and out together of the busiest position.
    [[nodiscard]] Index most_sends() const;
    [[nodiscard]] Index most_handled() const;
    /// Returns the larger of the messages in and the messages out at the busiest position.
    [[nodiscard]] Index busiest_port() const;
};

} // namespace tessera
