// SPDX-License-Identifier: BSD-3-Clause
// Tessera: mappings of arrays that come of another one.
#pragma once

#include "libcore/mapping/mapping.hpp"

#include <vector>

namespace tessera {

/// The mapping of an array with the same name, bounds and distribution whose elements are of another type.
[[nodiscard]] Mapping retyped(Mapping const& mapping, ElementType type);

/// The mapping of the array without dimension `dim` (from 0) and without shadow: `align B(i) with A(i,*)`. Whoever holds a part of
/// a line along the dimension holds the line's one element; of an array of one dimension, one element remains.
[[nodiscard]] Mapping without_dimension(Mapping const& mapping, int dim);

/// All of the array on each of these ranks, without shadow, so that offsets are element numbers in storage order.
[[nodiscard]] Mapping whole_on_each(ArraySpec array, std::vector<Rank> ranks);

} // namespace tessera
