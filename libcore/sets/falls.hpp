// SPDX-License-Identifier: BSD-3-Clause
// Tessera: FALLS, a family of line segments (PITFALLS paper, section 2.2).
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/sets/run.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// n equally long blocks, s apart: block i is the inclusive segment (l + i*s, r + i*s), 0 <= i < n.
/// Bounds are inclusive as published; blocks do not overlap (r - l < s where n > 1), s >= 1. Empty where n == 0.
/// What this library returns has s = length where n == 1: one way to write a single block.
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

/// Fig. 7: every pair of blocks, each a FALLS of its own; the oracle. Cost n1 * n2.
[[nodiscard]] std::vector<Falls> intersect_brute_force(Falls const& a, Falls const& b);

/// Fig. 9: pairs of blocks within one period lcm(s1, s2), each hit repeated by the period. Ascending. Cost m1 * m2.
/// The printed bounds start at the first intersecting pair and lose pairs before it; ours are the derived ones: one period of `a`
/// against all blocks an endless `b` could have there, each hit placed at the first pair of its class that both really have.
[[nodiscard]] std::vector<Falls> intersect_by_period(Falls const& a, Falls const& b);

/// Fig. 11: as Fig. 9, and equal to it, but the inner loop visits only blocks that meet. Cost: m1 and the number of FALLS returned.
/// The printed cut at m2 - 1 is relative to the wrong origin (it loses about a tenth of random pairs).
[[nodiscard]] std::vector<Falls> intersect_pruned(Falls const& a, Falls const& b);

/// The boolean function B of section 2.2: do the two meet at all? The paper leaves it out; ours asks for the first block of `a`
/// whose phase within `b`'s stride is small enough, by Euclid's algorithm. Cost: the logarithm of the strides.
[[nodiscard]] bool intersects(Falls const& a, Falls const& b);

} // namespace tessera
