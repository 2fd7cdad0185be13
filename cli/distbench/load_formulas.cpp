// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Thakur's formulas for the load of the busiest link of a mesh.
#include "cli/distbench/load_formulas.hpp"

#include <algorithm>
#include <bit>

namespace tessera::cli {

Index pex_load(int step, MeshShape mesh) {
    int const farthest = std::max(step % mesh.columns, step / mesh.columns);
    return static_cast<Index>(std::bit_floor(static_cast<unsigned>(farthest)));
}

Index gen_load(int step, MeshShape mesh) {
    int const ranks = mesh.rows * mesh.columns;
    int const along_row = step % mesh.columns;
    return std::min(along_row, mesh.columns - along_row) + std::min(step / mesh.columns, (ranks - step) / mesh.columns);
}

} // namespace tessera::cli
