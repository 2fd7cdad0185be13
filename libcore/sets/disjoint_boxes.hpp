// SPDX-License-Identifier: BSD-3-Clause
// Tessera: boxes that may overlap, as boxes that do not.
#pragma once

#include "libcore/sets/box_set.hpp"

#include <span>
#include <vector>

namespace tessera {

/// The elements of any of the boxes, each in exactly one of the answer's; empty boxes are left out. Precondition: all have the same
/// number of dimensions. Cost: where in each dimension different boxes have the same set or sets without a common element, as the
/// parts of a distribution do, about the boxes; else the pairs of boxes, and the boxes that overlapping ones are cut into.
[[nodiscard]] std::vector<BoxSet> disjoint_boxes(std::span<BoxSet const> boxes);

} // namespace tessera
