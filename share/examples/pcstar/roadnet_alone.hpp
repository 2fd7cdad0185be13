// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how far the places of a map are from its roads: the data, and one process that computes it.
#pragma once

#include "share/examples/pcstar/program.hpp"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace tessera::examples {

/// Roads run from edge to edge, as a cross and as an X.
inline bool is_road(Index i, Index j, Index rows, Index columns) {
    return i == rows / 2 || j == columns / 2 || i == j || rows - 1 - i == j;
}

inline std::vector<std::int32_t> roadnet_alone(ProgramRun& run) {
    Index const rows = run.numbers[0];
    Index const columns = run.numbers[1];
    Index const rings = run.numbers[2];
    std::vector<std::int32_t> map(as_size(rows * columns), static_cast<std::int32_t>(rings + 1));
    std::vector<Index> front;
    for (Index k = 0; k < rows * columns; ++k)
        if (is_road(k / columns, k % columns, rows, columns)) map[as_size(k)] = 0;
    run.start();
    for (Index k = 0; k < rows * columns; ++k)
        if (map[as_size(k)] == 0) front.push_back(k);
    for (std::int32_t far = 1; far <= rings; ++far) {
        std::vector<Index> next;
        auto const reach = [&](Index place) {
            if (map[as_size(place)] <= far) return;
            map[as_size(place)] = far;
            next.push_back(place);
        };
        for (Index const place : front) {
            if (place >= columns) reach(place - columns);
            if (place < (rows - 1) * columns) reach(place + columns);
            if (place % columns > 0) reach(place - 1);
            if (place % columns < columns - 1) reach(place + 1);
        }
        front = std::move(next);
    }
    run.stop();
    return map;
}

} // namespace tessera::examples
