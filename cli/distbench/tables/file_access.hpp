// SPDX-License-Identifier: BSD-3-Clause
// Tessera: published times and requests of file access next to those of our plans.
#pragma once

#include "cli/distbench/tables/comparer.hpp"

namespace tessera::cli {

/// Comparer of tables whose rows are sections, in the syntax of `!dist$ io` (p is the rank), and whose other columns are methods.
/// Facts: `array`, the extents of the file's array; `direct request`, `element` or `run`. The words of a heading are a method
/// (direct, sieve, static, dynamic), and where they differ between columns: read or write, the number of ranks, and requests or
/// elements. What is the same everywhere is a fact (`direction`, `ranks`) or a key column (`direction`).
[[nodiscard]] Result<TableReport> compare_file_access(PaperTable const& paper, TableInputs const& inputs);

} // namespace tessera::cli
