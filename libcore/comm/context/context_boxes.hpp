// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the active elements of a box as boxes.
#pragma once

#include "libcore/comm/context/context.hpp"
#include "libcore/sets/box_set.hpp"

#include <vector>

namespace tessera {

/// The active elements, disjoint and none of them empty: lines that are alike become one box, so that a chessboard is two.
/// `active` counts the elements of `box` in its order. Precondition: active.positions() == box.count().
/// Cost: the runs of the context and the lines of the box; at most a box for each line.
[[nodiscard]] std::vector<BoxSet> active_boxes(BoxSet const& box, Context const& active);

} // namespace tessera
