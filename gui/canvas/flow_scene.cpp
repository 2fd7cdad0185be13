// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the pieces of a data flow at a moment, in pixels.
#include "gui/canvas/flow_scene.hpp"

#include "libcore/scene/palette.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tessera::gui {
namespace {

constexpr double leastSide = 2;       // pixels: keeps the smallest piece visible
constexpr double leastMovingSide = 4; // pixels
constexpr double arcHeight = 1.2;     // relative to the height of the band of an array of one dimension

QRectF rectOf(FlowFrame const& frame, Run rows, Run columns) {
    auto const side = [](AxisWindow const& window, Run run) {
        double const begin = window.pixelOf(static_cast<double>(run.begin));
        return std::pair(begin, std::max(window.pixelOf(static_cast<double>(run.end)) - begin, leastSide));
    };
    auto const [x, width] = side(frame.columns, columns);
    auto const [y, height] = side(frame.rows, rows);
    return QRectF(x, y, width, height).translated(frame.plot.topLeft());
}

/// Smooths a motion: slow at both ends.
double eased(double share) {
    return share * share * (3 - 2 * share);
}

QRectF between(QRectF const& a, QRectF const& b, double share) {
    auto const mixed = [share](double from, double to) { return from + (to - from) * share; };
    return {mixed(a.x(), b.x()), mixed(a.y(), b.y()), mixed(a.width(), b.width()), mixed(a.height(), b.height())};
}

QRectF grown(QRectF const& rect) {
    double const across = std::max(leastMovingSide - rect.width(), 0.0) / 2;
    double const down = std::max(leastMovingSide - rect.height(), 0.0) / 2;
    return rect.adjusted(-across, -down, across, down);
}

/// Returns the vertical offset of a moving piece. Bands are side by side, so data between them passes below, where it is visible.
double dip(FlowFrame const& source, FlowFrame const& target, double share) {
    bool const bands = source.rows.extent == 1 && target.rows.extent == 1;
    return bands ? arcHeight * source.plot.height() * std::sin(std::numbers::pi * share) : 0;
}

} // namespace

std::vector<FlowRect> flowScene(DataFlow const& flow, FlowFrame const& source, FlowFrame const& target, double time) {
    std::vector<FlowRect> arrived;
    std::vector<FlowRect> moving;
    for (Flight const& piece : flow.flights) {
        double const begin = piece.steps.first;
        double const end = std::max(piece.steps.last + 1.0, begin + flow.flight_steps());
        if (!piece.stays() && time <= begin) continue;
        QRectF const there = rectOf(target, piece.target_rows, piece.target_columns);
        if (piece.stays() || time >= end) {
            QRectF const seen = there.intersected(target.plot);
            if (!seen.isEmpty()) arrived.push_back({seen, rank_color(piece.to), rank_color(piece.to), true});
            continue;
        }
        double const share = eased((time - begin) / (end - begin));
        QRectF const here = rectOf(source, piece.source_rows, piece.source_columns);
        QRectF const now = grown(between(here, there, share)).translated(0, dip(source, target, share));
        moving.push_back({now, rank_color(piece.from), rank_color(piece.to), false});
    }
    arrived.insert(arrived.end(), moving.begin(), moving.end());
    return arrived;
}

} // namespace tessera::gui
