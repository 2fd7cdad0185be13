// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the number of a region's elements on each rank.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/region/region.hpp"

#include <vector>

namespace tessera {

/// The numbers of elements. They are counted box by box: per dimension by coordinate, then multiplied. Single elements are not
/// visited.
struct RegionShares {
    Index elements = 0;      ///< elements of the region, each counted once
    std::vector<Index> held; ///< indexed by grid position: number of its elements
    std::vector<Index>
        first; ///< indexed by grid position: number of elements whose primary owner it is (copy 0; Coelho 1995, section 2.1)
};

/// Counts the elements. Precondition: the mapping is of the region's array. Cost: for each box the coordinates (or segments, if
/// they are fewer) that it overlaps in each dimension, and their combinations.
[[nodiscard]] RegionShares region_shares(Region const& region, std::vector<Index> const& values, Mapping const& mapping);

/// Returns the boxes restricted to `owned`, without empty ones.
[[nodiscard]] std::vector<BoxSet> boxes_within(std::vector<BoxSet> const& boxes, BoxSet const& owned);

} // namespace tessera
