// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what stands below a picture of ownership: how even it is, what a pixel is, and which rank has which colour.
#pragma once

#include "gui/canvas/theme.hpp"
#include "libcore/scene/ownership_raster.hpp"

#include <QPainter>
#include <QStringList>

namespace tessera::gui {

inline constexpr double legendLine = 18; ///< pixels

/// What a pixel is where that is not plain, "4 ranks hold 6 to 8 elements each, ...", "every element has 3 copies".
[[nodiscard]] QStringList legendLines(OwnershipRaster const& raster);

/// The least room that a legend of this width needs: its sentences, broken between words, and one line of ranks. The same for all
/// mappings of an array onto as many ranks with as many copies.
[[nodiscard]] double legendHeight(Mapping const& mapping, double width);

/// The sentences, and below them the ranks with their colours, and counts where these differ, in as many lines as there is room
/// for; or the colours of places.
void paintOwnershipLegend(QPainter& painter, OwnershipRaster const& raster, QRectF const& room, QPalette const& palette);

/// Beside a rank's colour: its number, and where not all hold as much what it holds.
[[nodiscard]] QString legendEntry(Rank rank, Index elements, bool alike);

} // namespace tessera::gui
