// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pictures of general sends and gets: elements that several requests name.
#pragma once

#include "libcore/comm/index/index_plan.hpp"
#include "libcore/scene/scene.hpp"

namespace tessera {

/// Draws how often the elements of the array are named, as a heat map of its two drawn dimensions. Cells have equal numbers of
/// elements. A cell's colour is that of its most often named element; cells that are never named stay blank. Further dimensions are
/// projected onto the two. Lines mark changes of owner. An array of one dimension is wrapped into lines. Cells carry
/// CellsTag with the owner of their first element (panel 0). Cost: the values.
[[nodiscard]] Scene naming_picture(IndexPlan const& plan);

} // namespace tessera
