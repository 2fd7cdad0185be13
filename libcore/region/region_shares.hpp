// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how much of a region each rank holds.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/region/region.hpp"

#include <vector>

namespace tessera {

/// Counted box by box: along each dimension by coordinate, then multiplied. No element is looked at.
struct RegionShares {
    Index elements = 0;       ///< of the region, each once
    std::vector<Index> held;  ///< by grid position: what it holds of them
    std::vector<Index> first; ///< by grid position: of which it is the primary owner (copy 0; Coelho 1995, section 2.1)
};

/// Precondition: the mapping is of the region's array. Cost: for each box the coordinates (or segments, where they are fewer) it
/// meets along each dimension, and their combinations.
[[nodiscard]] RegionShares region_shares(Region const& region, std::vector<Index> const& values, Mapping const& mapping);

/// The part of each box that a set of boxes' owner holds: the boxes cut to `owned`, empty ones left out.
[[nodiscard]] std::vector<BoxSet> boxes_within(std::vector<BoxSet> const& boxes, BoxSet const& owned);

} // namespace tessera
