// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the picture of a region: the accessed elements over the ownership picture (Coelho 1995, Fig. 2).
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/region/region.hpp"
#include "libcore/scene/scene.hpp"

#include <vector>

namespace tessera {

/// Draws the ownership of two dimensions of the array. Elements outside the region are pale; the paleness of a cell with several
/// elements is the share outside. Further dimensions are at the first index that is accessed. `values`: of the region's parameters.
[[nodiscard]] Scene region_picture(Region const& region, std::vector<Index> const& values, Mapping const& mapping);

} // namespace tessera
