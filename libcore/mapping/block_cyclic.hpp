// SPDX-License-Identifier: BSD-3-Clause
// Tessera: blocks of one length, dealt out in turn.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/dim_mapping.hpp"

#include <optional>

namespace tessera {

/// Block k holds the indices x with floor((x + offset) / block) == k, and belongs to coordinate (first + step*k) mod coords.
/// The first and the last block may be cut by the ends of the dimension.
struct BlockCyclic {
    Index block = 1;
    Index offset = 0; ///< in [0, block): indices of block 0 that lie in front of the dimension
    Index coords = 1;
    Index first = 0;
    int step = 1; ///< 1, or -1 where the order is reversed
};

/// Nothing where the mapping is not of this form (gen_block, indirect, strides). Block and cyclic formats have it, also shifted
/// and mirrored. Cost: the segments of one period.
[[nodiscard]] std::optional<BlockCyclic> block_cyclic_of(DimMapping const& mapping);

} // namespace tessera
