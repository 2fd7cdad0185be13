// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Jacobi's iteration on a plate: its data, its formula, and one process that computes it.
#pragma once

#include "share/examples/pcstar/program.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace tessera::examples {

/// The temperatures at the beginning; those of the edge stay.
inline float first_field(Index i, Index j, Index rows, Index columns) {
    if (j == 0) return 65.0F;
    if (j == columns - 1) return 55.0F * static_cast<float>(i) / static_cast<float>(rows);
    if (i == rows - 1) return 55.0F;
    return i == 0 ? 0.0F : 30.0F;
}

inline float average_of_four(float up, float down, float left, float right) {
    return (up + down + left + right) / 4.0F;
}

inline std::string change_text(float change) {
    return "last change " + std::to_string(change);
}

inline std::vector<float> njac_alone(ProgramRun& run) {
    Index const rows = run.numbers[0];
    Index const columns = run.numbers[1];
    std::vector<float> now(as_size(rows * columns));
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < columns; ++j) now[as_size(i * columns + j)] = first_field(i, j, rows, columns);
    std::vector<float> next = now;
    float change = 0;
    run.start();
    for (Index iteration = 0; iteration < run.numbers[2]; ++iteration) {
        change = 0;
        for (Index i = 1; i < rows - 1; ++i) {
            float const* const at = now.data() + i * columns;
            float* const to = next.data() + i * columns;
            for (Index j = 1; j < columns - 1; ++j) {
                to[j] = average_of_four(at[j - columns], at[j + columns], at[j - 1], at[j + 1]);
                change = std::max(change, std::fabs(to[j] - at[j]));
            }
        }
        std::swap(now, next);
    }
    run.stop();
    run.found = change_text(change);
    return now;
}

} // namespace tessera::examples
