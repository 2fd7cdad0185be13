// SPDX-License-Identifier: BSD-3-Clause
// Tessera: block-cyclic form of a dimension: blocks of equal length, assigned to the coordinates in turn.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/dim_mapping.hpp"

#include <optional>

namespace tessera {

/// Block k holds the indices x with floor((x + offset) / block) == k, and belongs to coordinate (first + step*k) mod coords.
/// The ends of the dimension may cut the first and the last block.
struct BlockCyclic {
    Index block = 1;
    Index offset = 0; ///< in [0, block): number of indices of block 0 that would lie before index 0
    Index coords = 1;
    Index first = 0;
    int step = 1; ///< 1, or -1 if the coordinates take turns in descending order
};

/// Returns the block-cyclic form of a mapping. Block and cyclic formats have this form, also shifted and mirrored.
/// Returns nothing for other mappings (gen_block, indirect, strides). Cost: the segments of one period.
[[nodiscard]] std::optional<BlockCyclic> block_cyclic_of(DimMapping const& mapping);

} // namespace tessera
