// SPDX-License-Identifier: BSD-3-Clause
// Tessera: PITFALLS of cyclic distributions, and their intersection (PITFALLS paper, Fig. 14).
#include "libcore/sets/pitfalls.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/require.hpp"

namespace tessera {

std::vector<TaggedPitfalls> pitfalls_of_cyclic(Index extent, Index block, Index processors) {
    require(extent >= 0 && block >= 1 && processors >= 1,
            "pitfalls_of_cyclic expects an extent of 0 or more, and a block and processors of 1 or more");
    Index const blocks = extent / block;      // complete blocks
    Index const cycles = blocks / processors; // complete blocks that every coordinate has
    Index const more = blocks % processors;   // number of coordinates with one more complete block
    Index const partial = extent % block;     // number of elements of the last, partial block
    std::vector<TaggedPitfalls> families;
    auto const add = [&](Index first, Index length, Index n, Index members) {
        if (length == 0 || n == 0 || members == 0) return;
        Index const l = first * block;
        families.push_back({first, {l, l + length - 1, n > 1 ? block * processors : length, n, block, members}});
    };
    add(0, block, cycles + 1, more);
    add(more, block, cycles, processors - more);
    if (partial > 0) {
        Index const l = blocks * block;
        families.push_back({more, {l, l + partial - 1, partial, 1, block, 1}});
    }
    return families;
}

std::vector<PitfallsTransfer> intersect(Pitfalls const& a, Pitfalls const& b) {
    std::vector<PitfallsTransfer> transfers;
    for (Index p1 = 0; p1 < a.p; ++p1)
        for (Index p2 = 0; p2 < b.p; ++p2) {
            Falls const source = a.member(p1);
            Falls const target = b.member(p2);
            if (intersects(source, target)) transfers.push_back({p1, p2, intersect_pruned(source, target)});
        }
    return transfers;
}

} // namespace tessera
