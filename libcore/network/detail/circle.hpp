// SPDX-License-Identifier: BSD-3-Clause
// Tessera: positions of vertices on a circle.
#pragma once

#include "libcore/network/topology.hpp"

#include <vector>

namespace tessera::detail {

/// A circle around a point, optionally with an opening in one direction (angle 0 is to the right, angles grow clockwise on the
/// screen).
struct Circle {
    VertexPosition centre;
    double radius = 1;
    double opening = 0;                   ///< angle of the opening
    double towards = -1.5707963267948966; ///< direction of the opening; without an opening, direction of the first position

    /// Returns the radius at which adjacent positions have distance 1.
    [[nodiscard]] static double radius_for(double count, double opening);
    /// Returns position i, 0 <= i < count, of `count` evenly spaced positions.
    [[nodiscard]] VertexPosition at(double i, double count) const;
};

} // namespace tessera::detail
