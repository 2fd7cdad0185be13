// SPDX-License-Identifier: BSD-3-Clause
// Tessera: PITFALLS, the FALLS of a whole processor dimension in closed form (PITFALLS paper, section 2.3).
#pragma once

#include "libcore/sets/falls.hpp"

#include <vector>

namespace tessera {

/// p equally spaced FALLS, one per processor coordinate: coordinate q owns (l + q*d, r + q*d, s, n).
struct Pitfalls {
    Index l = 0;
    Index r = 0;
    Index s = 1;
    Index n = 0;
    Index d = 0; ///< distance between the FALLS of successive processors
    Index p = 0; ///< number of processors

    /// The paper prints this tuple with num and str exchanged. This code follows the paper's definition.
    [[nodiscard]] Falls member(Index q) const { return {l + q * d, r + q * d, s, n}; }
    friend bool operator==(Pitfalls const&, Pitfalls const&) = default;
};

/// One family of the closed form of cyclic(block) over [0, extent), with the coordinate of its first member.
/// The form has at most three PITFALLS: the coordinates with a complete block in the last cycle; the other coordinates; the partial
/// last block. So a coordinate has one FALLS, or two if it owns the partial block.
struct TaggedPitfalls {
    Index first_processor = 0; ///< member(q) belongs to coordinate first_processor + q
    Pitfalls family;
    friend bool operator==(TaggedPitfalls const&, TaggedPitfalls const&) = default;
};
/// Returns the closed form of cyclic(block); block(m) is cyclic(m) that never wraps. The union over all coordinates is [0, extent).
/// Preconditions: extent >= 0, block >= 1, processors >= 1.
[[nodiscard]] std::vector<TaggedPitfalls> pitfalls_of_cyclic(Index extent, Index block, Index processors);

/// One pair of communicating processors, and the elements they exchange.
struct PitfallsTransfer {
    Index source = 0; ///< member of the first PITFALLS
    Index target = 0; ///< member of the second
    std::vector<Falls> sets;
};

/// Returns the pairs (p1, p2) whose FALLS overlap, found by the boolean function, with their intersections (Figs. 11 and 14).
/// Ascending in p1, then p2.
[[nodiscard]] std::vector<PitfallsTransfer> intersect(Pitfalls const& a, Pitfalls const& b);

} // namespace tessera
