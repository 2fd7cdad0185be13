// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the part of an array that is looked at, painted cell by cell.
#pragma once

#include "gui/canvas/axis_window.hpp"
#include "gui/canvas/theme.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/scene/ownership_raster.hpp"
#include "libcore/sets/box_set.hpp"

#include <QPainter>
#include <optional>
#include <vector>

namespace tessera::gui {

/// Elements that stand out while all others fade.
struct Highlight {
    BoxSet box; ///< in the array's 0-based indices
    Color color;
    std::optional<Index> copy = {}; ///< of elements with several: it alone stands out; nothing: all of them
};

/// What is to be seen of one mapping.
struct OwnershipSight {
    Mapping mapping;
    std::optional<Mapping> companion; ///< seen beside it, in colours that mean the same
    std::optional<int> rowDim;        ///< downwards; absent: one dimension only
    int columnDim = 0;                ///< to the right
    Extents fixed;                    ///< indices of the dimensions that are not drawn
    AxisWindow rows;
    AxisWindow columns;
    std::vector<Highlight> highlights;
    std::optional<Extents> element;    ///< framed
    std::optional<Mapping> ghost = {}; ///< as it was before the last edit: boundaries that are no more are dashed
};

/// What is painted, on pixels of the screen: `scale` of them are one of the windows'. Precondition: the mapping has elements.
[[nodiscard]] OwnershipRaster rasterOf(OwnershipSight const& sight, double scale = 1);

/// Into `area`, whose size is that of the two windows: every element that has a pixel in its owner's colour, all owners of one that
/// has copies, smaller ones blended. `raster`: of the same sight, for the pixels of the painter's device. Cost: the pixels.
void paintOwnership(QPainter& painter, OwnershipSight const& sight, OwnershipRaster const& raster, QRectF const& area, Theme theme);

/// Indices to be written along an axis, 0-based: round numbers in the user's bounds, at least `room` pixels apart.
[[nodiscard]] std::vector<Index> tickIndices(AxisWindow const& window, Index lower, double room);

} // namespace tessera::gui
