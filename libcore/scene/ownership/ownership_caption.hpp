// SPDX-License-Identifier: BSD-3-Clause
// Tessera: captions of ownership pictures, the same for every back end.
#pragma once

#include "libcore/scene/ownership/ownership_grid.hpp"

#include <string>

namespace tessera {

/// Returns "A(i,j): i downwards, j to the right", with fixed indices for dimensions that are not drawn: "A(i,3,j)".
[[nodiscard]] std::string axes_caption(OwnershipGrid const& grid);

/// Returns "each cell is 16 x 8 elements", or an empty text if a cell is one element.
[[nodiscard]] std::string cell_size_caption(OwnershipGrid const& grid);

/// Returns the indices that a block of cells covers: "A(1:8,6:10)"; for C arrays "A[0:8][5:10]", half-open.
[[nodiscard]] std::string cells_caption(OwnershipGrid const& grid, int first_row, int last_row, int first_column, int last_column);

} // namespace tessera
