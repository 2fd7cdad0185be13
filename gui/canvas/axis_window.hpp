// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the visible part of a dimension, and its pixel coordinates.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/sets/run.hpp"

namespace tessera::gui {

/// The part [start, start + length) of a dimension, in elements (fractions allowed), shown on `pixels` pixels. A plain struct
/// without Qt, so that it can be tested without a window.
struct AxisWindow {
    Index extent = 0;
    double start = 0;
    double length = 1;
    double pixels = 1;

    /// Returns the whole dimension.
    [[nodiscard]] static AxisWindow whole(Index extent, double pixels);

    [[nodiscard]] double pixelOf(double index) const { return (index - start) / length * pixels; }
    [[nodiscard]] double indexAt(double pixel) const { return start + pixel / pixels * length; }
    [[nodiscard]] double pixelsPerElement() const { return pixels / length; }
    /// Returns the elements that are at least partly visible.
    [[nodiscard]] Run visible() const;

    /// Shows less (factor > 1) or more of the dimension. The element under `pixel` stays in place. At most `most` pixels per
    /// element, and never more than the whole dimension.
    void zoom(double factor, double pixel, double most);
    void pan(double byPixels);
    void resize(double newPixels);

    friend bool operator==(AxisWindow const&, AxisWindow const&) = default;

  private:
    void keepInside();
};

} // namespace tessera::gui
