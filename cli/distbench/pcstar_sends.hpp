// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tables 5.1 and 5.2 of the pC* thesis: what merging and kept addresses do for general sends.
#pragma once

#include "cli/distbench/timed_table.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/mpi/comm.hpp"

namespace tessera::cli {

// Collective; only rank 0's table is of use.

/// 10^5 values to other ranks, of which a part goes to one element of each. One rank has no others: the published
/// times alone. Error: none that this job causes.
[[nodiscard]] Result<TimedTable> pcstar_table_51(Comm const& world);
/// 2^20 elements of a byte sent to where three patterns say, with places that travel along and with places sent ahead.
/// Error: none that this job causes.
[[nodiscard]] Result<TimedTable> pcstar_table_52(Comm const& world);

} // namespace tessera::cli
