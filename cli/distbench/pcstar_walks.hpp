// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tables 3.1 to 3.3 of the pC* thesis: addresses and walks in one rank's memory, measured here.
#pragma once

#include "cli/distbench/timed_table.hpp"

namespace tessera::cli {

/// Global indices of local elements (pcoord): five variants on 1024 x 1024 elements.
[[nodiscard]] TimedTable pcstar_table_31();
/// Owner and offset of an element by its indices, ranks 1 to 4.
[[nodiscard]] TimedTable pcstar_table_32();
/// Reductions along an axis: line by line (axial), in the order of memory (linear), and as AxisReduction chooses.
[[nodiscard]] TimedTable pcstar_table_33();

} // namespace tessera::cli
