// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a part of a reshaped array as boxes of the declared shape.
#pragma once

#include "libcore/mapping/dim_groups.hpp"
#include "libcore/sets/box_set.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace tessera {

/// Returns disjoint boxes of the declared shape. Together they hold the elements of a box in the shape of the groups. Returns
/// nothing if they are more than `most`, or if rows of several ten thousand indices have to be compared.
[[nodiscard]] std::optional<std::vector<BoxSet>> declared_boxes(ArraySpec const& array, DimGroups const& groups, BoxSet const& box,
                                                                std::size_t most);

} // namespace tessera
