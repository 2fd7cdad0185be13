// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which values of a region's parameters are worth looking at.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/region/region.hpp"

#include <vector>

namespace tessera {

/// Both ends belong to it.
struct ParameterRange {
    Index first = 0;
    Index last = 0;
    friend bool operator==(ParameterRange const&, ParameterRange const&) = default;
};

/// For each parameter of the region's statement. Outside of the range nothing is touched, whatever the other parameters are; where
/// no value does that, more of the same value changes nothing, the others being as wide as they can be. A guess where that is far
/// away: as many values as the array's extents sum up to.
[[nodiscard]] std::vector<ParameterRange> parameter_ranges(Region const& region);

} // namespace tessera
