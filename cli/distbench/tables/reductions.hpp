// SPDX-License-Identifier: BSD-3-Clause
// Tessera: published ratios of the times of two reductions next to predicted and measured ones.
#pragma once

#include "cli/distbench/tables/comparer.hpp"

namespace tessera::cli {

/// Comparer of tables whose rows are lengths of the vector in bytes and whose columns are numbers of ranks. Facts: `above` and
/// `below`, the algorithms of the ratio; `geometric mean`, that of the paper. Measures on jobs of several ranks.
[[nodiscard]] Result<TableReport> compare_reductions(PaperTable const& paper, TableInputs const& inputs);

} // namespace tessera::cli
