// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where the pieces of a data flow are at a moment, in pixels.
#pragma once

#include "gui/canvas/axis_window.hpp"
#include "libcore/scene/color.hpp"
#include "libcore/scene/data_flow.hpp"

#include <QRectF>
#include <vector>

namespace tessera::gui {

/// One side's picture: which elements are at which pixels, and where its plot stands.
struct FlowFrame {
    AxisWindow rows;
    AxisWindow columns;
    QRectF plot;
};

struct FlowRect {
    QRectF rect;
    Color color; ///< the sender's on the way, the receiver's once arrived
    Color frame; ///< the receiver's
    bool arrived = false;
};

/// The pieces that have set out by `time` (in steps, 0 to flow.length()): on their way from plot to plot, or arrived. What stays is
/// there from the beginning. A piece has its sender's colour when it sets out and its receiver's when it arrives. Those on their
/// way come last, so that they are painted above the others.
[[nodiscard]] std::vector<FlowRect> flowScene(DataFlow const& flow, FlowFrame const& source, FlowFrame const& target, double time);

} // namespace tessera::gui
