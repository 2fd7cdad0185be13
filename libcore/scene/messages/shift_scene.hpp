// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pictures of shifts: the target of each part of an array.
#pragma once

#include "libcore/comm/shift/grid_shift.hpp"
#include "libcore/scene/scene.hpp"

namespace tessera {

/// Draws two dimensions of the array, in cells of neighbours with one owner and one target owner. An arrow goes from each cell to
/// the middle of its target. Full colour: another rank receives the elements; pale: the same rank; grey: they leave the array. A
/// white frame within a cell: its positions receive nothing. If there are many cells, the first are drawn. Further dimensions are
/// at the first index whose element stays in the array. Cells carry CellsTag with their owner (panel 0).
[[nodiscard]] Scene shift_picture(GridShift const& shift);

} // namespace tessera
