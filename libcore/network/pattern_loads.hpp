// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the link loads of steps given by formulas, without visiting messages.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/schedule/step_pattern.hpp"

#include <vector>

namespace tessera {

/// The most loaded link of a step whose messages all have the same length.
struct PatternPeak {
    Index messages = 0; ///< number of messages on the link, which has capacity 1
    int busiest = -1;   ///< the first such link; -1: nothing moves
    Index width = 1;    ///< number of parallel links, if it is a bundle

    [[nodiscard]] double load() const { return static_cast<double>(messages) / static_cast<double>(width); }
};

/// Counts loads of regular steps for ranks 0, 1, 2, ... on nodes 0, 1, 2, ... The result is exact. Each network makes its own.
class PatternLoads {
  public:
    virtual ~PatternLoads() = default;

    /// Returns whether the network has a formula for such a step. Otherwise its messages have to be routed.
    [[nodiscard]] virtual bool knows(StepPattern const& pattern) const = 0;
    /// Precondition of both: knows(pattern).
    [[nodiscard]] virtual PatternPeak peak(StepPattern const& pattern) = 0;
    /// Returns the number of messages on every link, by link number.
    [[nodiscard]] virtual std::vector<Index> messages(StepPattern const& pattern) = 0;
};

} // namespace tessera
