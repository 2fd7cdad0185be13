// SPDX-License-Identifier: BSD-3-Clause
// Tessera: grid shifts, computed and measured (tables 6.2 to 6.4 of the pC* thesis).
#pragma once

#include "cli/distbench/tables/comparer.hpp"

namespace tessera::cli {

/// Computes what each rank sends in a shift by (-3,-3) of the 8 x 8 grid of Fig. 3.7.
[[nodiscard]] Result<TableReport> compare_shift_runs(PaperTable const& paper, TableInputs const& inputs);
/// Measures a shift of 2^20 elements of 4 bytes on a torus, next to a copy and a general send, on all ranks of the job.
[[nodiscard]] Result<TableReport> measure_torus_shifts(PaperTable const& paper, TableInputs const& inputs);
/// Measures shifts of elements of one byte by one index, on one rank. Rows are operations on arrays of some extents.
[[nodiscard]] Result<TableReport> measure_grid_shifts(PaperTable const& paper, TableInputs const& inputs);

} // namespace tessera::cli
