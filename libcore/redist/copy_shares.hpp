// SPDX-License-Identifier: BSD-3-Clause
// Tessera: mappings with fewer copies, or with copies cut into shares: the intermediate mappings of a broadcast.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/copy_map.hpp"
#include "libcore/mapping/mapping.hpp"

#include <optional>
#include <span>

namespace tessera {

/// A division of a mapping's parts. Each part is cut into `pieces` along array dimension `cut`. Each piece is held by `holders` of
/// the ranks with a copy of the part. {d, 1, 1}: one copy. {d, R, 1} with R copies: each rank has its own share.
struct CopyShares {
    int cut = 0;       ///< array dimension, from 0
    Index pieces = 1;  ///< >= 1, divides replicas()
    Index holders = 1; ///< >= 1, pieces * holders <= replicas()
    friend bool operator==(CopyShares const&, CopyShares const&) = default;
};

/// Returns the mapping of the array, without shadow, that is divided in this way. `copies`: the numbers of the copies in the order
/// in which they get pieces, a permutation of 0 .. replicas()-1; empty: ascending. Pieces nest: twice as many pieces cut each into
/// two, and holders keep what they have. Returns nothing if no format describes the result: a dimension with more than 2^20 indices
/// and an irregular distribution. Cost: the ranks, and the segments of one period of each dimension.
[[nodiscard]] std::optional<Mapping> shared_copies(Mapping const& mapping, CopyShares const& shares,
                                                   std::span<Index const> copies = {});

/// Returns the map of the elements that `map` writes, from their indices in the target's array to the same indices.
[[nodiscard]] CopyMap delivery_map(CopyMap const& map);

} // namespace tessera
