// SPDX-License-Identifier: BSD-3-Clause
// Tessera: address computations and traversals in one rank's memory, measured (tables 3.1 to 3.3 of the pC* thesis).
#pragma once

#include "cli/distbench/tables/comparer.hpp"

namespace tessera::cli {

/// Measures global indices of local elements (pcoord): five variants on 1024 x 1024 elements.
[[nodiscard]] Result<TableReport> measure_local_indices(PaperTable const& paper, TableInputs const& inputs);
/// Measures owner and offset of an element by its indices, for arrays of 1 to 4 dimensions.
[[nodiscard]] Result<TableReport> measure_owners(PaperTable const& paper, TableInputs const& inputs);
/// Measures reductions along an axis: line by line (axial), in memory order (linear), and with the choice of AxisReduction.
[[nodiscard]] Result<TableReport> measure_axis_walks(PaperTable const& paper, TableInputs const& inputs);

} // namespace tessera::cli
