// SPDX-License-Identifier: BSD-3-Clause
// Tessera: FALLS, a family of line segments (PITFALLS paper, section 2.2).
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/sets/run.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// n blocks of equal length, s apart: block i is the inclusive segment (l + i*s, r + i*s), 0 <= i < n.
/// Bounds are inclusive as in the paper; blocks do not overlap (r - l < s if n > 1), s >= 1. Empty if n == 0.
/// This library returns s = length if n == 1, so that a single block has one representation.
struct Falls {
    Index l = 0; ///< first element of the first block
    Index r = 0; ///< last element of the first block
    Index s = 1; ///< stride between the starts of successive blocks
    Index n = 0; ///< number of blocks

    [[nodiscard]] Index length() const { return r - l + 1; }
    [[nodiscard]] Index count() const { return n * length(); }
    [[nodiscard]] Run block(Index i) const { return {l + i * s, r + i * s + 1}; }
    friend bool operator==(Falls const&, Falls const&) = default;
};

/// Returns the common elements of both (Fig. 11), as ascending FALLS. Pairs of blocks with the same relative position repeat every
/// lcm(s1, s2) and become one FALLS. Only overlapping blocks are visited. Cost: the blocks of `a` in one period, and the number of
/// FALLS returned. The windows printed in Figs. 9 and 11 lose pairs (about a tenth of random ones): they begin at the first pair
/// that overlaps, and their cut at m2 - 1 counts from the wrong origin. This code uses windows derived anew.
[[nodiscard]] std::vector<Falls> intersect_pruned(Falls const& a, Falls const& b);

/// Returns whether the two have a common element: the boolean function B of section 2.2. The paper does not give its code. This
/// code finds the first block of `a` whose phase within `b`'s stride is small enough, by Euclid's algorithm. Cost: the logarithm of
/// the strides.
[[nodiscard]] bool intersects(Falls const& a, Falls const& b);

} // namespace tessera
