// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which indices of a dimension are seen, and at which pixel.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/sets/run.hpp"

namespace tessera::gui {

/// A stretch [start, start + length) of a dimension, in elements (fractions allowed), shown on `pixels` pixels. Plain numbers: no
/// window is needed to reason about it.
struct AxisWindow {
    Index extent = 0;
    double start = 0;
    double length = 1;
    double pixels = 1;

    /// All of a dimension.
    [[nodiscard]] static AxisWindow whole(Index extent, double pixels);

    [[nodiscard]] double pixelOf(double index) const { return (index - start) / length * pixels; }
    [[nodiscard]] double indexAt(double pixel) const { return start + pixel / pixels * length; }
    [[nodiscard]] double pixelsPerElement() const { return pixels / length; }
    /// The elements of which a part is seen.
    [[nodiscard]] Run visible() const;

    /// Less (factor > 1) or more of it, the element under `pixel` staying there. At most `most` pixels per element; never more than
    /// all of it.
    void zoom(double factor, double pixel, double most);
    void pan(double byPixels);
    void resize(double newPixels);

    friend bool operator==(AxisWindow const&, AxisWindow const&) = default;

  private:
    void keepInside();
};

} // namespace tessera::gui
