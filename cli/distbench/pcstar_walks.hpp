// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tables 3.1 to 3.3 of the pC* thesis: address computations and traversals in one rank's memory, measured here.
#pragma once

#include "cli/distbench/timed_table.hpp"

namespace tessera::cli {

/// Measures global indices of local elements (pcoord): five variants on 1024 x 1024 elements.
[[nodiscard]] TimedTable pcstar_table_31();
/// Measures owner and offset of an element by its indices, for arrays of 1 to 4 dimensions.
[[nodiscard]] TimedTable pcstar_table_32();
/// Measures reductions along an axis: line by line (axial), in memory order (linear), and with the choice of AxisReduction.
[[nodiscard]] TimedTable pcstar_table_33();

} // namespace tessera::cli
