// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what stands below a picture of ownership: how even it is, what a pixel is, and which rank has which colour.
#pragma once

#include "gui/canvas/theme.hpp"
#include "libcore/scene/ownership_raster.hpp"

#include <QPainter>
#include <QStringList>

namespace tessera::gui {

inline constexpr double legendHeight = 54; ///< three lines

/// What a pixel is where that is not plain, "4 ranks hold 6 to 8 elements each, ...", "every element has 3 copies".
[[nodiscard]] QStringList legendLines(OwnershipRaster const& raster);

/// Two of the lines, and below them the ranks with their colours, and counts where these differ, as many as fit; or the colours of
/// places.
void paintOwnershipLegend(QPainter& painter, OwnershipRaster const& raster, QRectF const& room, QPalette const& palette);

} // namespace tessera::gui
