// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a mapping from a grid of blocks with an owner for each block.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping_spec.hpp"

#include <vector>

namespace tessera::api {

/// A grid of blocks and their owners, as in COSTA's custom layouts.
struct BlockGrid {
    std::vector<Extents> splits; ///< per dimension the first index of each block, then the extent
    std::vector<Rank> owners;    ///< of each block, row-major
};

/// Returns the mapping of the array with these owners. Empty blocks have no owner. A rank must own all combinations of some blocks
/// of each dimension. Errors: splits that do not ascend from 0 to the extent; owners that are no such combinations (names two
/// blocks). Preconditions: one list of splits per dimension, each with at least two entries; one owner per block.
[[nodiscard]] Result<MappingSpec> mapping_of_blocks(ArraySpec array, BlockGrid grid);

} // namespace tessera::api
