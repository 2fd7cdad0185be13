// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arrows in a scene.
#pragma once

#include "libcore/scene/scene.hpp"

namespace tessera::detail {

struct Point {
    double x = 0;
    double y = 0;
};

struct Stroke {
    Color color;
    double width = 1;
    double opacity = 1;
};

/// Adds the head of an arrow from `before` to `end`. Returns the end of the arrow's line, inside the head.
Point add_arrow_head(Scene& scene, Point before, Point end, Stroke const& stroke);

/// Adds a straight arrow; adds nothing if both ends are the same point.
void add_arrow(Scene& scene, Point from, Point to, Stroke const& stroke);

} // namespace tessera::detail
