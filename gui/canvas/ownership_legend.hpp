// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the legend of an ownership picture: balance, meaning of a pixel, and colours of the ranks.
#pragma once

#include "gui/canvas/theme.hpp"
#include "libcore/scene/ownership/ownership_raster.hpp"

#include <QPainter>
#include <QStringList>

namespace tessera::gui {

inline constexpr double legendLine = 18; ///< height of a line in pixels

/// Returns the sentences of the legend: the meaning of a pixel if it is not one element, "4 ranks hold 6 to 8 elements each, ...",
/// "every element has 3 copies".
[[nodiscard]] QStringList legendLines(OwnershipRaster const& raster);

/// Returns the minimum height of a legend of this width: its wrapped sentences and one line of ranks. It is equal for all mappings
/// of an array onto as many ranks with as many copies.
[[nodiscard]] double legendHeight(Mapping const& mapping, double width);

/// Paints the sentences. Below them it paints the ranks with their colours, and with their counts if these differ, in as many lines
/// as fit. For OwnerColors::Places it paints the colours of positions instead.
void paintOwnershipLegend(QPainter& painter, OwnershipRaster const& raster, QRectF const& room, QPalette const& palette);

/// Returns the label of a rank: its number, and what it holds unless all ranks hold the same (`alike`).
[[nodiscard]] QString legendEntry(Rank rank, Index elements, bool alike);

} // namespace tessera::gui
