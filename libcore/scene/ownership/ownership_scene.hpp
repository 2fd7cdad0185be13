// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of ownership pictures, from grids to rectangles, lines and texts.
#pragma once

#include "libcore/scene/ownership/ownership_grid.hpp"
#include "libcore/scene/scene.hpp"

#include <string>
#include <vector>

namespace tessera {

/// One grid of the picture with its heading ("from") and its mapping as text.
struct TitledGrid {
    OwnershipGrid grid;
    std::string heading;
    std::string subheading;
};

/// Returns the number of cells that fit into a picture. Lines of a vector are shorter, so that a cell can hold its number.
[[nodiscard]] GridLimits picture_limits(OwnershipView const& view);

/// Draws the panels side by side (below each other if they are wide), each with its axes. Below them are a legend of the ranks and
/// notes on aggregated cells and copies. Neighbouring cells of one rank form one rectangle.
[[nodiscard]] Scene ownership_scene(std::string const& title, std::vector<TitledGrid> const& panels);

} // namespace tessera
