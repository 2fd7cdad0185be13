// SPDX-License-Identifier: BSD-3-Clause
// Tessera: formulas for link loads, compared with the exact loads.
#pragma once

#include "cli/distbench/load_formulas.hpp"
#include "libcore/base/result.hpp"
#include "libcore/report/sink.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace tessera::cli {

/// A formula and the meshes for the comparison.
struct LoadTable {
    std::string_view name;      ///< name on the command line: "gen-bound"
    std::string_view title;     ///< "GEN, section 4.3.4"
    std::string_view algorithm; ///< name for make_schedule()
    LoadFormula formula;
    std::span<MeshShape const> meshes;
};

[[nodiscard]] std::span<LoadTable const> load_tables();

/// Loads by step: the formula's load, and the largest load of all links.
struct MeshLoads {
    MeshShape mesh;
    std::vector<Index> formula;
    std::vector<Index> exact;

    [[nodiscard]] Index steps_below() const; ///< number of steps in which the load stays below the formula
    [[nodiscard]] Index steps_above() const; ///< number of steps in which the load exceeds the formula, so that it is not a bound
};

/// Error: the algorithm does not run on one of the meshes.
[[nodiscard]] Result<std::vector<MeshLoads>> compare_loads(LoadTable const& table);

/// Writes one line for each mesh: mean and largest load, and how often the two differ.
void loads_text(LoadTable const& compared, std::span<MeshLoads const> loads, Sink const& sink);

/// Writes JSON of schema tessera.loads-table/1, with every step.
void loads_json(LoadTable const& compared, std::span<MeshLoads const> loads, Sink const& sink);

} // namespace tessera::cli
