// SPDX-License-Identifier: BSD-3-Clause
// Tessera: published fits of transfers between two groups of processors next to our values.
#pragma once

#include "cli/distbench/tables/comparer.hpp"

namespace tessera::cli {

/// Comparer of tables whose rows are fits of the CDT paper's equation 1: senders S and receivers R, whether a set-up precedes every
/// transfer, the messages M of one processor, and the times t_m (us) and t_w (us per word of 4 bytes). Fact: `sides`, the sides of
/// square arrays for which the fits are evaluated.
[[nodiscard]] Result<TableReport> compare_transfers(PaperTable const& paper, TableInputs const& inputs);

} // namespace tessera::cli
