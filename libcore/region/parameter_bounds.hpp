// SPDX-License-Identifier: BSD-3-Clause
// Tessera: ranges of a region's parameters that are useful to show.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/region/region.hpp"

#include <vector>

namespace tessera {

/// The range of a parameter. Both ends are included.
struct ParameterBounds {
    Index first = 0;
    Index last = 0;
    friend bool operator==(ParameterBounds const&, ParameterBounds const&) = default;
};

/// Returns a range for each parameter of the region's statement. Outside of it the region is empty for all values of the other
/// parameters. If the parameter has no such bound on a side, the range ends where further values change nothing, with the other
/// parameters at their widest. If this is too far away, the range has as many values as the sum of the array's extents.
[[nodiscard]] std::vector<ParameterBounds> parameter_bounds(Region const& region);

} // namespace tessera
