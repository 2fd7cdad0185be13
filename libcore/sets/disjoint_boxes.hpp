// SPDX-License-Identifier: BSD-3-Clause
// Tessera: overlapping boxes converted to disjoint ones.
#pragma once

#include "libcore/sets/box_set.hpp"

#include <span>
#include <vector>

namespace tessera {

/// Returns disjoint boxes with the elements of all the boxes. Empty boxes are left out. Precondition: all have the same number of
/// dimensions. Cost: about the number of boxes if, in each dimension, two sets are either equal or disjoint, as in a distribution.
/// Otherwise the pairs of boxes, and the boxes that the overlapping ones are cut into.
[[nodiscard]] std::vector<BoxSet> disjoint_boxes(std::span<BoxSet const> boxes);

} // namespace tessera
