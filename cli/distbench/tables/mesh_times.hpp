// SPDX-License-Identifier: BSD-3-Clause
// Tessera: published times of all-to-alls on meshes next to predictions.
#pragma once

#include "cli/distbench/tables/comparer.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <vector>

namespace tessera::cli {

/// Seconds, by message length and mesh.
using MeshCells = std::vector<std::vector<double>>;

struct MeshTimes {
    std::vector<Index> lengths; ///< bytes per message
    std::vector<MeshShape> meshes;
    MeshCells measured;
    MeshCells predicted;  ///< with exact link loads
    MeshCells by_formula; ///< with the paper's formula for the load; empty if the exact load is the formula
};

/// Predicts the all-to-all of every cell: its schedule is routed on its mesh and timed with the machine's rates. This is Thakur's
/// model of section 4.1.3, with exact link loads instead of the paper's formulas. Errors: a needed rate is missing; a heading is no
/// mesh; a cell is empty.
[[nodiscard]] Result<MeshTimes> predict_mesh_times(PaperTable const& paper, Machine const& machine);

/// Comparer of tables with the facts `algorithm` and, if the exact load differs from the paper's, `load formula`.
[[nodiscard]] Result<TableReport> compare_mesh_times(PaperTable const& paper, TableInputs const& inputs);

} // namespace tessera::cli
