// SPDX-License-Identifier: BSD-3-Clause
// Tessera: mappings derived from the mapping of another array.
#pragma once

#include "libcore/mapping/mapping.hpp"

#include <vector>

namespace tessera {

/// Returns the same mapping (name, bounds, distribution) for elements of another type.
[[nodiscard]] Mapping retyped(Mapping const& mapping, ElementType type);

/// Returns the mapping of the array without dimension `dim` (from 0) and without shadow, as `align B(i) with A(i,*)` does.
/// Each rank that holds part of a line along `dim` holds the one element that replaces the line.
/// An array of one dimension becomes an array of one element.
[[nodiscard]] Mapping without_dimension(Mapping const& mapping, int dim);

/// Returns a mapping that gives each of these ranks the whole array without shadow. Offsets are then element numbers in
/// storage order.
[[nodiscard]] Mapping whole_on_each(ArraySpec array, std::vector<Rank> ranks);

} // namespace tessera
