// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tables 5.1 and 5.2 of the pC* thesis: effects of merging and of kept addresses on general sends.
#pragma once

#include "cli/distbench/timed_table.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/mpi/comm.hpp"

namespace tessera::cli {

// Collective; only rank 0's table is valid.

/// Measures sends of 10^5 values to other ranks, of which a part goes to one element of each rank. With a single rank, returns only
/// the published times. Error: none for this job.
[[nodiscard]] Result<TimedTable> pcstar_table_51(Comm const& world);
/// Measures sends of 2^20 one-byte elements to the targets of three patterns, with addresses in the messages and with addresses
/// sent ahead. Error: none for this job.
[[nodiscard]] Result<TimedTable> pcstar_table_52(Comm const& world);

} // namespace tessera::cli
