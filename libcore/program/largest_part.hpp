// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the largest part of a dimension.
#pragma once

#include "libcore/mapping/dim_mapping.hpp"

#include <algorithm>

namespace tessera::detail {

/// Returns the largest number of indices of a dimension that one coordinate owns.
[[nodiscard]] inline Index largest_part(DimMapping const& dim) {
    Index largest = 0;
    for (Index coord = 0; coord < dim.coords(); ++coord) largest = std::max(largest, dim.count(coord));
    return largest;
}

} // namespace tessera::detail
