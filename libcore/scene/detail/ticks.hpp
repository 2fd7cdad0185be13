// SPDX-License-Identifier: BSD-3-Clause
// Tessera: selection of cells that get a label.
#pragma once

#include "libcore/scene/ownership/ownership_grid.hpp"

#include <functional>
#include <vector>

namespace tessera {

/// Returns cells whose labels do not touch: those where the owner changes if the labels fit, else regularly spaced ones. `room`:
/// the length of one cell. `length_of`: the length of a cell's label with its gap, in the same unit.
[[nodiscard]] std::vector<int> ticks(int cells, double room, std::function<bool(int)> const& same_as_next,
                                     std::function<double(int)> const& length_of);

/// Returns the cells for labels above the columns. `cell_width`: columns per cell, one character each, with a blank between labels.
[[nodiscard]] std::vector<int> column_ticks(OwnershipGrid const& grid, int cell_width);

} // namespace tessera
