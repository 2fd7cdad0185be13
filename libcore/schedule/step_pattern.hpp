// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a step of a regular all-to-all in one formula.
#pragma once

#include "libcore/base/index.hpp"

namespace tessera {

/// What the ranks at positions 0 .. size-1 do in a step, all in the same way; a position that would send to itself sends nothing.
/// Whatever is counted over a step follows from the formula, so that no message of it need be looked at.
struct StepPattern {
    enum class Shape {
        Shift,      ///< position p sends to p + amount, modulo size
        Reflection, ///< p sends to amount - p, modulo size
        Xor,        ///< p sends to ((p + offset) xor amount) - offset, modulo size, which is a power of two; offset is 0 or 1
        Gather,     ///< everybody sends to `amount`
        Scatter,    ///< `amount` sends to everybody
        Everything  ///< everybody sends to everybody
    };
    Shape shape = Shape::Shift;
    int size = 0;
    int amount = 0; ///< 0 <= amount < size
    int offset = 0;
    Index bytes = 0; ///< of every message, > 0

    /// Does every position send to one other at most, and receive from one at most?
    [[nodiscard]] bool one_port() const { return shape == Shape::Shift || shape == Shape::Reflection || shape == Shape::Xor; }
    /// Positions that would send to themselves, in a shape of one port.
    [[nodiscard]] int fixed_points() const;
    [[nodiscard]] Index transfers() const;
    /// Does everybody who sends to a rank also receive from it? Otherwise nobody does.
    [[nodiscard]] bool is_exchange() const;
    [[nodiscard]] int idle_ranks() const;
    /// Messages of the busiest sender; messages of the busiest position, in and out together.
    [[nodiscard]] Index most_sends() const;
    [[nodiscard]] Index most_handled() const;
    /// Messages in, or messages out, of the busiest port.
    [[nodiscard]] Index busiest_port() const;
};

} // namespace tessera
