// SPDX-License-Identifier: BSD-3-Clause
// Tessera: contexts beside one byte per position (tables 3.4, 3.5 and 6.1 of the pC* thesis).
#pragma once

#include "cli/distbench/tables/comparer.hpp"

namespace tessera::cli {

/// Computes the memory of contexts, relative to one byte per position, for the programs that are known here. Rows are programs,
/// columns are runs in numbers of 8, 16 and 32 bits. JSON of schema tessera.context-memory/1.
[[nodiscard]] Result<TableReport> compare_context_memory(PaperTable const& paper, TableInputs const& inputs);

/// Measures the construction of contexts of 2^20 positions, and work under them.
[[nodiscard]] Result<TableReport> measure_contexts(PaperTable const& paper, TableInputs const& inputs);

/// Computes the contexts that conditions on indices give for a 4 x 6 grid, without testing single positions. Rows have the ranges
/// `rows` and `columns`, such as 0:4.
[[nodiscard]] Result<TableReport> compare_boundary_contexts(PaperTable const& paper, TableInputs const& inputs);

} // namespace tessera::cli
