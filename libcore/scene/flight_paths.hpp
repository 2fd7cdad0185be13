// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the flights of a data flow in the pixels of an ownership picture.
#pragma once

#include "libcore/scene/data_flow.hpp"
#include "libcore/scene/ownership_scene.hpp"
#include "libcore/scene/scene.hpp"

#include <span>
#include <vector>

namespace tessera {

/// A rectangle in the pixels of a picture.
struct PixelRect {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;
};

/// A piece of data, where it lies in the picture before it travels and after.
struct FlightPath {
    Rank from = 0;
    Rank to = 0;
    StepRange steps;
    PixelRect source;
    PixelRect target;
};

/// What data_flow() has to be asked to show for a panel: all of the two dimensions that it draws.
[[nodiscard]] FlowSlice slice_of(OwnershipGrid const& grid);

/// The plot of a panel (its cells) in a picture of ownership_scene(). Precondition: the panel has cells.
[[nodiscard]] PixelRect plot_of(Scene const& picture, OwnershipGrid const& grid, Index panel);

/// Where a long dimension is wrapped into lines, a flight becomes as many as it needs so that each stays within a line on both
/// sides. Preconditions: two panels, of the picture that ownership_scene() made of them; the flow is that of their slices.
/// Cost: the flights and the lines they meet.
[[nodiscard]] std::vector<FlightPath> flight_paths(DataFlow const& flow, Scene const& picture, std::span<TitledGrid const> panels);

} // namespace tessera
