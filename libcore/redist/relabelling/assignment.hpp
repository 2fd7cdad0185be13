// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the assignment problem: the assignment of rows to columns with the greatest total worth.
#pragma once

#include "libcore/base/index.hpp"

#include <compare>
#include <span>
#include <vector>

namespace tessera {

/// A worth with two levels of importance: any more of `first` is better than any amount of `second`. Sums must fit 64 bits.
struct AssignmentWeight {
    Index first = 0;
    Index second = 0;
    friend auto operator<=>(AssignmentWeight const&, AssignmentWeight const&) = default;
    friend AssignmentWeight operator+(AssignmentWeight a, AssignmentWeight b) { return {a.first + b.first, a.second + b.second}; }
    friend AssignmentWeight operator-(AssignmentWeight a, AssignmentWeight b) { return {a.first - b.first, a.second - b.second}; }
};

/// The worth of assigning `column` to `row`. Pairs that are not listed are worth nothing.
struct Match {
    int row = 0;
    int column = 0;
    AssignmentWeight worth; ///< > 0
};

/// Returns the column of each of `size` rows, each column once, with the greatest possible sum of worths. The result is exact.
/// Method: the successive shortest paths of Jonker and Volgenant, over the listed pairs only. Precondition: each pair is listed at
/// most once. Cost: at most size * (matches + size) * log, usually near the matches; never size squared if there are few pairs.
[[nodiscard]] std::vector<int> best_assignment(int size, std::span<Match const> matches);

} // namespace tessera
