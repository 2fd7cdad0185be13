// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the pieces of a data flow at a moment, in pixels.
#pragma once

#include "gui/canvas/axis_window.hpp"
#include "libcore/scene/color.hpp"
#include "libcore/scene/messages/data_flow.hpp"

#include <QRectF>
#include <vector>

namespace tessera::gui {

/// The picture of one side: the visible elements and the rectangle of the plot.
struct FlowFrame {
    AxisWindow rows;
    AxisWindow columns;
    QRectF plot;
};

struct FlowRect {
    QRectF rect;
    Color color; ///< the sender's colour on the way, the receiver's after arrival
    Color frame; ///< the receiver's colour
    bool arrived = false;
};

/// Returns the pieces that have started by `time` (in steps, 0 to flow.length()), moving or arrived. Data that stays on its rank is
/// always included. A moving piece has its sender's colour, an arrived one its receiver's. Moving pieces come last, so that they
/// are painted on top.
[[nodiscard]] std::vector<FlowRect> flowScene(DataFlow const& flow, FlowFrame const& source, FlowFrame const& target, double time);

} // namespace tessera::gui
