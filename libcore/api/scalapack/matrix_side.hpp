// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a block-cyclic matrix that a ScaLAPACK descriptor describes.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/mapping/mapping.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera::scalapack {

/// One end of a redistribution as one process knows it. All members are ints, so that ranks can exchange it as it is.
struct MatrixSide {
    int member = 0; ///< 1 if the process is in the matrix's grid; else all other members are 0
    int rows = 0;
    int columns = 0;
    int row_block = 0; ///< rows of a block
    int column_block = 0;
    int first_row = 0; ///< grid row of the matrix's first row (RSRC)
    int first_column = 0;
    int leading = 0; ///< elements between the starts of two local columns (LLD)
    int grid_rows = 0;
    int grid_columns = 0;
    int row = 0; ///< of this process in the grid
    int column = 0;
    int first_moved_row = 0; ///< first row of the submatrix, from 1 (IA or IB)
    int first_moved_column = 0;

    /// Reads a descriptor of the dense kind (DTYPE_ 1). Context -1: the process is not in the grid.
    [[nodiscard]] static MatrixSide of(int const* descriptor, int first_moved_row, int first_moved_column);

    /// Returns the number of rows that this process holds (NUMROC).
    [[nodiscard]] Index local_rows() const;
    [[nodiscard]] Index local_columns() const;
    /// Returns the number of elements from the first to the last of this process's part.
    [[nodiscard]] Index local_extent() const;

    /// Returns whether both describe the same matrix and submatrix, apart from what differs between processes.
    [[nodiscard]] bool is_like(MatrixSide const& other) const;
    friend bool operator==(MatrixSide const&, MatrixSide const&) = default;
};

/// A matrix with the places of all its processes.
struct PlacedMatrix {
    MatrixSide side; ///< of one of its processes
    Mapping mapping; ///< ranks are those of `sides`

    /// `sides`: what each rank knows, indexed by rank. Errors: no rank is in the grid; ranks describe different matrices; a place
    /// of the grid has no rank; extents, blocks or the submatrix are out of range; a leading dimension is too small.
    [[nodiscard]] static Result<PlacedMatrix> of(std::span<MatrixSide const> sides, ElementType const& type, char const* name,
                                                 int rows_moved, int columns_moved);

    /// Returns the layout of a rank's part, or nothing if the rank has none.
    [[nodiscard]] Result<std::optional<LocalLayout>> layout(MatrixSide const& side, Rank rank) const;
};

/// Returns "4096x4096 in 64x32 blocks on 2x3".
[[nodiscard]] std::string describe(MatrixSide const& side);

} // namespace tessera::scalapack
