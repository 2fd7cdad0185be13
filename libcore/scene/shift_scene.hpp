// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pictures of shifts: where each part of an array goes.
#pragma once

#include "libcore/comm/shift/grid_shift.hpp"
#include "libcore/scene/scene.hpp"

namespace tessera {

/// Two dimensions of the array, in cells of neighbours that have one owner and go to one owner; an arrow from each cell to the
/// middle of the places that it goes to. Full colour: another rank gets them; pale: the same rank; grey: they leave the array. A
/// white frame within a cell: nothing comes to these places. Of many cells the first are drawn; further dimensions at the first
/// index whose element stays in the array. Cells carry SceneTag::Kind::Cells with their owner (panel 0).
[[nodiscard]] Scene shift_picture(GridShift const& shift);

} // namespace tessera
