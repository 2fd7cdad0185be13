// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what stands below a picture of ownership: how even it is, what a pixel is, and which rank has which colour.
#pragma once

#include "gui/canvas/theme.hpp"
#include "libcore/scene/ownership_raster.hpp"

#include <QPainter>

namespace tessera::gui {

inline constexpr double legendHeight = 54; ///< three lines

/// "4 ranks hold 6 to 8 elements each, ...; every element has 3 copies", and what a pixel is where that is not plain.
[[nodiscard]] QString legendText(OwnershipRaster const& raster);

/// The text, in two lines where it is long, and below it the ranks with their colours and counts, as many as fit; or the colours of
/// places.
void paintOwnershipLegend(QPainter& painter, OwnershipRaster const& raster, QRectF const& room, QPalette const& palette);

} // namespace tessera::gui
