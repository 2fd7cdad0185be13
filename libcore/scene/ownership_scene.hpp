// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of ownership pictures: grids become rectangles, lines and texts.
#pragma once

#include "libcore/scene/ownership_grid.hpp"
#include "libcore/scene/scene.hpp"

#include <string>
#include <vector>

namespace tessera {

/// One grid of the picture with its heading: "from", and what it is mapped by.
struct TitledGrid {
    OwnershipGrid grid;
    std::string heading;
    std::string subheading;
};

/// The cells a picture has room for: lines of a vector are shorter, so that a cell can hold its number.
[[nodiscard]] GridLimits picture_limits(OwnershipView const& view);

/// The panels side by side (below each other where they are wide), each with its axes; below them a legend of the ranks and what is
/// to be known about aggregated cells and copies. Neighbouring cells of one rank are one rectangle.
[[nodiscard]] Scene ownership_scene(std::string const& title, std::vector<TitledGrid> const& panels);

} // namespace tessera
