// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the assignment problem: who takes which place, so that together it is worth the most.
#pragma once

#include "libcore/base/index.hpp"

#include <compare>
#include <span>
#include <vector>

namespace tessera {

/// A worth in two ranks of importance: any more of `first` is better than any amount of `second`. Sums must fit 64 bits.
struct Worth {
    Index first = 0;
    Index second = 0;
    friend auto operator<=>(Worth const&, Worth const&) = default;
    friend Worth operator+(Worth a, Worth b) { return {a.first + b.first, a.second + b.second}; }
    friend Worth operator-(Worth a, Worth b) { return {a.first - b.first, a.second - b.second}; }
};

/// What it is worth to give place `column` to `row`. Pairs that are not listed are worth nothing.
struct Match {
    int row = 0;
    int column = 0;
    Worth worth; ///< > 0
};

/// The column of each of `size` rows, each column once, so that the sum of the worths is the greatest there is. Exact: the
/// successive shortest paths of Jonker and Volgenant, over the pairs that are listed alone. Each pair is listed at most once. Cost:
/// at most size * (matches + size) * log, usually near the matches; never size squared where the pairs are few.
[[nodiscard]] std::vector<int> best_assignment(int size, std::span<Match const> matches);

} // namespace tessera
