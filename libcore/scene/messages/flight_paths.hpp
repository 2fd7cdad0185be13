// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the flights of a data flow in pixel coordinates of an ownership picture.
#pragma once

#include "libcore/scene/messages/data_flow.hpp"
#include "libcore/scene/ownership/ownership_scene.hpp"
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

/// A piece of data, with its rectangle in the picture before and after its flight.
struct FlightPath {
    Rank from = 0;
    Rank to = 0;
    TravelSteps steps;
    PixelRect source;
    PixelRect target;
};

/// Returns the slice that data_flow() needs for a panel: all of the two dimensions that the panel draws.
[[nodiscard]] FlowSlice slice_of(OwnershipGrid const& grid);

/// Returns the plot of a panel (its cells) in a picture from ownership_scene(). Precondition: the panel has cells.
[[nodiscard]] PixelRect plot_of(Scene const& picture, OwnershipGrid const& grid, Index panel);

/// Returns the paths of all flights. If a long dimension is wrapped into lines, a flight is split so that each part stays within a
/// line on both sides. Preconditions: ownership_scene() made the picture from these two panels; the flow has the slices of both
/// panels. Cost: the flights and the lines they meet.
[[nodiscard]] std::vector<FlightPath> flight_paths(DataFlow const& flow, Scene const& picture, std::span<TitledGrid const> panels);

} // namespace tessera
