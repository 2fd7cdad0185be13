// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the copies of a mapping made fewer, or cut into shares: what lies between the steps of a broadcast.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/copy_map.hpp"
#include "libcore/mapping/mapping.hpp"

#include <optional>
#include <span>

namespace tessera {

/// Each part of a mapping is cut into `pieces` along array dimension `cut`, and each piece lies on `holders` of the ranks that have
/// a copy of the part. {d, 1, 1}: one copy. {d, R, 1} of R copies: each rank has a share of its own.
struct CopyShares {
    int cut = 0;       ///< an array dimension, from 0
    Index pieces = 1;  ///< >= 1, divides replicas()
    Index holders = 1; ///< >= 1, pieces * holders <= replicas()
    friend bool operator==(CopyShares const&, CopyShares const&) = default;
};

/// The mapping's array without shadow, shared out so. `copies`: the numbers of the copies in the order in which they take pieces, a
/// permutation of 0 .. replicas()-1; empty: ascending. Pieces nest: with twice as many, each falls into two, and holders keep what
/// they have. Nothing where no format says it: a dimension of more than 2^20 indices that is dealt out without a rule.
/// Cost: the ranks, and the segments of one period of each dimension.
[[nodiscard]] std::optional<Mapping> shared_copies(Mapping const& mapping, CopyShares const& shares,
                                                   std::span<Index const> copies = {});

/// The elements that `map` writes, from their places in the target's array to the same places.
[[nodiscard]] CopyMap delivery_map(CopyMap const& map);

} // namespace tessera
