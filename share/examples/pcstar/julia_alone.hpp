// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which points of a plane stay near the origin: its formula, and one process that computes it.
#pragma once

#include "share/examples/pcstar/program.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace tessera::examples {

/// In how many iterations of z*z + (0.23 + 0.13i) the point z = x + iy of [-2,2) x [-2,2) has not gone farther than the root of 5.
struct JuliaPlane {
    Index rows;
    Index columns;
    Index iterations;

    [[nodiscard]] std::int32_t steps_at(Index i, Index j) const {
        float x = -2.0F + 4.0F * static_cast<float>(i) / static_cast<float>(rows);
        float y = -2.0F + 4.0F * static_cast<float>(j) / static_cast<float>(columns);
        std::int32_t steps = 0;
        for (; steps < iterations && x * x + y * y <= 5.0F; ++steps) {
            float const next = x * x - y * y + 0.23F;
            y = 2.0F * x * y + 0.13F;
            x = next;
        }
        return steps;
    }
};

inline JuliaPlane julia_plane(ProgramRun const& run) {
    return {run.numbers[0], run.numbers[1], run.numbers[2]};
}

inline std::string inside_text(Index inside) {
    return std::to_string(inside) + " points stay";
}

inline std::vector<std::int32_t> julia_alone(ProgramRun& run) {
    JuliaPlane const plane = julia_plane(run);
    std::vector<std::int32_t> steps(as_size(plane.rows * plane.columns));
    run.start();
    auto at = steps.begin();
    for (Index i = 0; i < plane.rows; ++i)
        for (Index j = 0; j < plane.columns; ++j) *at++ = plane.steps_at(i, j);
    auto const inside = std::ranges::count(steps, static_cast<std::int32_t>(plane.iterations));
    run.stop();
    run.found = inside_text(inside);
    return steps;
}

} // namespace tessera::examples
