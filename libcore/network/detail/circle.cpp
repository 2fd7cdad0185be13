// SPDX-License-Identifier: BSD-3-Clause
// Tessera: positions of vertices on a circle.
#include "libcore/network/detail/circle.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tessera::detail {

namespace {

constexpr double full = 2 * std::numbers::pi;

} // namespace

double Circle::radius_for(double count, double opening) {
    return std::max(1.5, count / (full - opening));
}

VertexPosition Circle::at(double i, double count) const {
    double const half = opening > 0 ? 0.5 : 0;
    double const angle = towards + opening / 2 + (full - opening) * (i + half) / count;
    return {centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)};
}

} // namespace tessera::detail
