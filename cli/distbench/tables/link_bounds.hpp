// SPDX-License-Identifier: BSD-3-Clause
// Tessera: formulas for link loads next to the exact loads.
#pragma once

#include "cli/distbench/tables/comparer.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <vector>

namespace tessera::cli {

/// Loads by step: the formula's load, and the largest load of all links.
struct MeshLoads {
    MeshShape mesh;
    std::vector<Index> formula;
    std::vector<Index> exact;

    [[nodiscard]] Index steps_below() const; ///< number of steps in which the load stays below the formula
    [[nodiscard]] Index steps_above() const; ///< number of steps in which the load exceeds the formula, so that it is not a bound
};

/// Errors: the algorithm does not run on one of the meshes; a row is no mesh; there is no such formula.
[[nodiscard]] Result<std::vector<MeshLoads>> mesh_loads(PaperTable const& paper);

/// Comparer of tables with the facts `algorithm` and `load formula`. Its rows are meshes.
[[nodiscard]] Result<TableReport> compare_link_loads(PaperTable const& paper, TableInputs const& inputs);

} // namespace tessera::cli
