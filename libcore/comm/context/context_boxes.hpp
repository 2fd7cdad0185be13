// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the active elements of a box, as boxes.
#pragma once

#include "libcore/comm/context/context.hpp"
#include "libcore/sets/box_set.hpp"

#include <vector>

namespace tessera {

/// Returns the active elements as disjoint, non-empty boxes. Equal lines become one box, so a chessboard becomes two boxes.
/// `active` numbers the elements of `box` in the order of BoxSet. Precondition: active.positions() == box.count().
/// Cost: the runs of the context and the lines of the box; at most one box per line.
[[nodiscard]] std::vector<BoxSet> active_boxes(BoxSet const& box, Context const& active);

} // namespace tessera
