// SPDX-License-Identifier: BSD-3-Clause
// Tessera: vertices that are drawn on a circle.
#pragma once

#include "libcore/network/topology.hpp"

#include <vector>

namespace tessera::detail {

/// A circle around a point, possibly open around a direction (angle 0 is to the right, angles grow clockwise on the screen).
struct Circle {
    VertexPlace centre;
    double radius = 1;
    double opening = 0;                   ///< angle left free
    double towards = -1.5707963267948966; ///< direction of the opening; of the first place where there is none

    /// Of this radius, neighbours are one apart.
    [[nodiscard]] static double radius_for(double count, double opening);
    /// Where number i, 0 <= i < count, of the places spread evenly lies.
    [[nodiscard]] VertexPlace at(double i, double count) const;
};

} // namespace tessera::detail
