// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the picture of a region: the touched elements over who owns what (Coelho 1995, Fig. 2).
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/region/region.hpp"
#include "libcore/scene/scene.hpp"

#include <vector>

namespace tessera {

/// The ownership of the array, two of its dimensions; what the region does not touch is pale, cells of several elements as pale as
/// what is left of them. Further dimensions at the first index that is touched. `values`: of the region's parameters.
[[nodiscard]] Scene region_picture(Region const& region, std::vector<Index> const& values, Mapping const& mapping);

} // namespace tessera
