// SPDX-License-Identifier: BSD-3-Clause
// Tessera: table 3.5 of the pC* thesis: contexts beside a byte for each position.
#pragma once

#include "cli/distbench/timed_table.hpp"

namespace tessera::cli {

/// Building contexts of 2^20 positions and working under them.
[[nodiscard]] TimedTable pcstar_table_35();

} // namespace tessera::cli
