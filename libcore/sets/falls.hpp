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

/// Fig. 11: the elements of both. Pairs of blocks that lie alike, one period lcm(s1, s2) after the other, become one FALLS;
/// ascending. Only blocks that meet are visited. Cost: the blocks of `a` in one period, and the number of FALLS returned. The
/// windows printed in Figs. 9 and 11 lose pairs (about a tenth of random ones): they begin at the first pair that meets, and their
/// cut at m2 - 1 counts from the wrong origin. Ours are derived anew.
[[nodiscard]] std::vector<Falls> intersect_pruned(Falls const& a, Falls const& b);

/// The boolean function B of section 2.2: do the two meet at all? The paper leaves it out; ours asks for the first block of `a`
/// whose phase within `b`'s stride is small enough, by Euclid's algorithm. Cost: the logarithm of the strides.
[[nodiscard]] bool intersects(Falls const& a, Falls const& b);

} // namespace tessera
