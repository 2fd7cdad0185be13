// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which cells of a picture get a label.
#pragma once

#include "libcore/scene/ownership_grid.hpp"

#include <functional>
#include <vector>

namespace tessera {

/// Cells whose labels do not touch: where the owner changes if that leaves room for the labels, else regularly spaced ones.
/// `room`: the length of one cell; `length_of`: that of a cell's label with its gap, in the same unit.
[[nodiscard]] std::vector<int> ticks(int cells, double room, std::function<bool(int)> const& same_as_next,
                                     std::function<double(int)> const& length_of);

/// For labels of so many columns per cell, one character each, with a blank between them.
[[nodiscard]] std::vector<int> column_ticks(OwnershipGrid const& grid, int cell_width);

} // namespace tessera
