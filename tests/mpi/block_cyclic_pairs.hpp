// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random pairs of block-cyclic matrices, as ScaLAPACK's descriptors describe them.
#pragma once

#include "libcore/base/index.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

// The C interface of BLACS and ScaLAPACK's tools, which no header declares.
extern "C" {
void Cblacs_get(int context, int what, int* value);
void Cblacs_gridinit(int* context, char const* order, int rows, int columns);
void Cblacs_gridmap(int* context, int* ranks, int leading, int rows, int columns);
void Cblacs_gridexit(int context);
int numroc_(int const* extent, int const* block, int const* coordinate, int const* first, int const* coordinates);
}

namespace tessera::oracle {

/// The same numbers on every rank.
class Choice {
  public:
    explicit Choice(std::uint64_t seed) : random_(seed) {}
    int between(int low, int high) {
        return low + static_cast<int>(random_() % (static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1));
    }
    bool one_in(int n) { return between(1, n) == 1; }
    std::vector<Rank> ranks(int count, int of) {
        std::vector<Rank> all(static_cast<std::size_t>(of));
        std::iota(all.begin(), all.end(), 0);
        for (std::size_t i = 0; i < all.size(); ++i)
            std::swap(all[i], all[static_cast<std::size_t>(between(static_cast<int>(i), of - 1))]);
        all.resize(static_cast<std::size_t>(count));
        return all;
    }

  private:
    std::mt19937_64 random_;
};

/// A block-cyclic matrix as a descriptor says it, on some ranks in any order.
struct Descriptor {
    int rows, columns, row_block, column_block, grid_rows, grid_columns, first_row, first_column;
    std::vector<Rank> ranks; ///< row by row
    int padding;             ///< of the rank's columns; 0: none
    bool alike;              ///< all ranks have one leading dimension, that of the notation

    [[nodiscard]] std::string text() const {
        std::string list;
        for (Rank const rank : ranks) list += " " + std::to_string(rank);
        return std::to_string(rows) + "x" + std::to_string(columns) + " mb=" + std::to_string(row_block) +
               " nb=" + std::to_string(column_block) + " grid=" + std::to_string(grid_rows) + "x" + std::to_string(grid_columns) +
               " rsrc=" + std::to_string(first_row) + " csrc=" + std::to_string(first_column) + " ranks" + list;
    }
    [[nodiscard]] int rows_of(int grid_row) const { return numroc_(&rows, &row_block, &grid_row, &first_row, &grid_rows); }
    /// Returns the leading dimension of the rank with this number in `ranks`.
    [[nodiscard]] int leading(int number) const {
        int most = 0;
        for (int row = 0; row < grid_rows; ++row) most = std::max(most, rows_of(row));
        if (alike) return std::max(most + padding, 1);
        return std::max(rows_of(number / grid_columns) + (padding == 0 ? 0 : (padding + number) % 4), 1);
    }
    /// Returns the number of columns of the rank with this number in `ranks`.
    [[nodiscard]] int columns_of(int number) const {
        int const grid_column = number % grid_columns;
        return numroc_(&columns, &column_block, &grid_column, &first_column, &grid_columns);
    }
    /// Returns the descriptor for a BLACS context and a leading dimension.
    [[nodiscard]] std::array<int, 9> words(int context, int leading_dimension) const {
        return {1, context, rows, columns, row_block, column_block, first_row, first_column, leading_dimension};
    }
};

/// Makes the BLACS context of the matrix's grid. Collective. -1 on ranks that are not in it.
[[nodiscard]] int make_context(Descriptor const& matrix);

/// Two matrices and a move of m x n elements from (ia,ja) to (ib,jb), counted from 1.
struct Pair {
    Descriptor from, to;
    int m = 1, n = 1, ia = 1, ja = 1, ib = 1, jb = 1;
};

/// Returns the same pair on every rank of the job: matrices of up to `most` rows and columns.
[[nodiscard]] Pair random_pair(Choice& choice, int most);
/// Returns such a pair with both matrices on one grid.
[[nodiscard]] Pair random_pair_on_one_grid(Choice& choice, int most);
/// Returns the pair with other submatrices, m x n in the target. `transposed`: n x m in the source. `apart`: they have no row in
/// common, or no column.
[[nodiscard]] Pair with_other_submatrices(Choice& choice, Pair pair, bool transposed, bool apart);

} // namespace tessera::oracle
