// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the link loads of steps that are known by formula, without looking at a message.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/schedule/step_pattern.hpp"

#include <vector>

namespace tessera {

/// The most loaded link of a step in which all messages are of one length.
struct PatternPeak {
    Index messages = 0; ///< on it; the link is a single one of capacity 1
    int busiest = -1;   ///< the first of equals; -1: nothing moves
};

/// Made by a network for the ranks 0, 1, 2, ... on its nodes 0, 1, 2, ...; exact, as if every message had been routed.
class PatternLoads {
  public:
    virtual ~PatternLoads() = default;

    /// Does the network know such a step by formula? Otherwise its messages have to be routed.
    [[nodiscard]] virtual bool knows(StepPattern const& pattern) const = 0;
    /// Precondition of both: it knows the pattern.
    [[nodiscard]] virtual PatternPeak peak(StepPattern const& pattern) = 0;
    /// The messages on every link, by its number.
    [[nodiscard]] virtual std::vector<Index> messages(StepPattern const& pattern) = 0;
};

} // namespace tessera
