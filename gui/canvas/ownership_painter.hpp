// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the painter of the visible part of an array, cell by cell.
#pragma once

#include "gui/canvas/axis_window.hpp"
#include "gui/canvas/theme.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/scene/ownership/ownership_raster.hpp"
#include "libcore/sets/box_set.hpp"

#include <QPainter>
#include <optional>
#include <vector>

namespace tessera::gui {

/// Elements that are emphasised while all others fade.
struct Highlight {
    BoxSet box; ///< in the array's 0-based indices
    Color color;
    std::optional<Index> copy = {}; ///< if elements have copies: the only emphasised copy; nothing: all of them
};

/// The visible part of one mapping, with highlights.
struct MappingView {
    Mapping mapping;
    std::optional<Mapping> compared; ///< another mapping beside it, which must use the same colours
    std::optional<int> rowDim;       ///< vertical; absent: one dimension only
    int columnDim = 0;               ///< horizontal
    Extents fixed;                   ///< indices of the dimensions that are not drawn
    AxisWindow rows;
    AxisWindow columns;
    std::vector<Highlight> highlights;
    std::optional<Extents> element;    ///< gets a frame
    std::optional<Mapping> ghost = {}; ///< the mapping before the last edit: its former boundaries are dashed
};

/// Returns the raster in device pixels; `scale` device pixels are one pixel of the windows. Precondition: the mapping has elements.
[[nodiscard]] OwnershipRaster rasterOf(MappingView const& mappingView, double scale = 1);

/// Paints into `area`, which has the size of the two windows. An element of at least a pixel has its owner's colour, or the colours
/// of all its owners; smaller elements are blended. `raster`: of the same sight, in device pixels. Cost: the pixels.
void paintOwnership(QPainter& painter, MappingView const& mappingView, OwnershipRaster const& raster, QRectF const& area,
                    Theme theme);

/// Returns the 0-based indices of the labels on an axis: round numbers in the user's bounds, at least `room` pixels apart.
[[nodiscard]] std::vector<Index> tickIndices(AxisWindow const& window, Index lower, double room);

} // namespace tessera::gui
