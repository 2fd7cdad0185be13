// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the visible part of a dimension, and its pixel coordinates.
#include "gui/canvas/axis_window.hpp"

#include <algorithm>
#include <cmath>

namespace tessera::gui {

AxisWindow AxisWindow::whole(Index extent, double pixels) {
    return {extent, 0, std::max(static_cast<double>(extent), 1.0), std::max(pixels, 1.0)};
}

Run AxisWindow::visible() const {
    auto const first = static_cast<Index>(std::floor(start));
    auto const last = static_cast<Index>(std::ceil(start + length));
    return intersection(Run{first, last}, Run{0, extent});
}

void AxisWindow::zoom(double factor, double pixel, double most) {
    double const index = indexAt(pixel);
    double const shortest = std::min(pixels / most, std::max(static_cast<double>(extent), 1.0));
    length = std::clamp(length / factor, shortest, std::max(static_cast<double>(extent), 1.0));
    start = index - pixel / pixels * length;
    keepInside();
}

void AxisWindow::pan(double byPixels) {
    start -= byPixels / pixels * length;
    keepInside();
}

void AxisWindow::resize(double newPixels) {
    pixels = std::max(newPixels, 1.0);
}

void AxisWindow::keepInside() {
    start = std::clamp(start, 0.0, std::max(static_cast<double>(extent) - length, 0.0));
}

} // namespace tessera::gui
