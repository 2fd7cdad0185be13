// SPDX-License-Identifier: BSD-3-Clause
// Tessera: effects of merging and of kept addresses on general sends, measured (tables 5.1 and 5.2 of the pC* thesis).
#pragma once

#include "cli/distbench/tables/comparer.hpp"

namespace tessera::cli {

/// Measures sends of 10^5 values to other ranks, of which a part goes to one element of each rank. With a single rank, returns only
/// the published times.
[[nodiscard]] Result<TableReport> measure_merged_sends(PaperTable const& paper, TableInputs const& inputs);
/// Measures sends of 2^20 one-byte elements to the targets of three patterns, with addresses in the messages and with addresses
/// sent ahead.
[[nodiscard]] Result<TableReport> measure_kept_sends(PaperTable const& paper, TableInputs const& inputs);

} // namespace tessera::cli
