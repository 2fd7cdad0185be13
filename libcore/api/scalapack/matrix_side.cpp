// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a block-cyclic matrix that a ScaLAPACK descriptor describes.
#include "libcore/api/scalapack/matrix_side.hpp"

#include "libcore/api/scalapack/blacs.hpp"
#include "libcore/base/try.hpp"
#include "libcore/spec/forms/form.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera::scalapack {
namespace {

/// Positions in a descriptor.
enum { DescriptorKind, Context, Rows, Columns, RowBlock, ColumnBlock, FirstRow, FirstColumn, Leading };

Result<void> check(MatrixSide const& side, char const* name, int rows_moved, int columns_moved) {
    auto const refuse = [&](std::string const& what) { return fail(fmt::format("matrix {}: {}", name, what)); };
    if (side.rows < 0 || side.columns < 0) return refuse(fmt::format("its extents are {} and {}", side.rows, side.columns));
    if (rows_moved < 0 || columns_moved < 0) return refuse(fmt::format("{}x{} elements move", rows_moved, columns_moved));
    if (side.row_block < 1 || side.column_block < 1)
        return refuse(fmt::format("its blocks have {} rows and {} columns", side.row_block, side.column_block));
    if (side.first_row < 0 || side.first_row >= side.grid_rows || side.first_column < 0 || side.first_column >= side.grid_columns)
        return refuse(fmt::format("RSRC {} and CSRC {} are not in the {}x{} grid", side.first_row, side.first_column,
                                  side.grid_rows, side.grid_columns));
    auto const inside = [](Index first, Index count, Index extent) { return first >= 1 && first - 1 + count <= extent; };
    if (!inside(side.first_moved_row, rows_moved, side.rows) || !inside(side.first_moved_column, columns_moved, side.columns))
        return refuse(fmt::format("{}x{} elements from ({},{}) are not inside {}x{}", rows_moved, columns_moved,
                                  side.first_moved_row, side.first_moved_column, side.rows, side.columns));
    return {};
}

/// Returns how many of the indices a process has (NUMROC).
Index local_count(Index extent, Index block, Index coordinate, Index first, Index coordinates) {
    if (block < 1) return 0; // refused later
    Index const distance = (coordinate - first + coordinates) % coordinates;
    Index const blocks = extent / block; // full ones
    Index const rest = blocks % coordinates;
    Index const last = distance < rest ? block : distance == rest ? extent % block : 0;
    return blocks / coordinates * block + last;
}

/// Returns the rank of each place of the grid, row by row.
Result<std::vector<Rank>> ranks_of(std::span<MatrixSide const> sides, MatrixSide const& like, char const* name) {
    std::vector<Rank> ranks(as_size(Index{like.grid_rows} * like.grid_columns), -1);
    for (std::size_t rank = 0; rank < sides.size(); ++rank) {
        MatrixSide const& side = sides[rank];
        if (side.member == 0) continue;
        if (!side.is_like(like)) return fail(fmt::format("matrix {}: ranks describe different matrices", name));
        if (side.leading < side.local_rows())
            return fail(fmt::format("matrix {}: the leading dimension {} of rank {} is below its {} rows", name, side.leading, rank,
                                    side.local_rows()));
        ranks[as_size(Index{side.row} * side.grid_columns + side.column)] = static_cast<Rank>(rank);
    }
    if (std::ranges::find(ranks, -1) != ranks.end())
        return fail(fmt::format("matrix {}: a process of its grid is not in the context of all", name));
    return ranks;
}

} // namespace

MatrixSide MatrixSide::of(int const* descriptor, int first_moved_row, int first_moved_column) {
    MatrixSide side;
    if (descriptor[Context] < 0) return side;
    Cblacs_gridinfo(descriptor[Context], &side.grid_rows, &side.grid_columns, &side.row, &side.column);
    if (side.row < 0 || side.column < 0) return {};
    side.member = 1;
    side.rows = descriptor[Rows];
    side.columns = descriptor[Columns];
    side.row_block = descriptor[RowBlock];
    side.column_block = descriptor[ColumnBlock];
    side.first_row = descriptor[FirstRow];
    side.first_column = descriptor[FirstColumn];
    side.leading = descriptor[Leading];
    side.first_moved_row = first_moved_row;
    side.first_moved_column = first_moved_column;
    return side;
}

Index MatrixSide::local_rows() const {
    return local_count(rows, row_block, row, first_row, grid_rows);
}

Index MatrixSide::local_columns() const {
    return local_count(columns, column_block, column, first_column, grid_columns);
}

Index MatrixSide::local_extent() const {
    Index const high = local_rows();
    Index const wide = local_columns();
    return high == 0 || wide == 0 ? 0 : (wide - 1) * leading + high;
}

bool MatrixSide::is_like(MatrixSide const& other) const {
    auto const global = [](MatrixSide side) {
        side.leading = side.row = side.column = 0;
        return side;
    };
    return global(*this) == global(other);
}

Result<PlacedMatrix> PlacedMatrix::of(std::span<MatrixSide const> sides, ElementType const& type, char const* name, int rows_moved,
                                      int columns_moved) {
    auto const first = std::ranges::find(sides, 1, &MatrixSide::member);
    if (first == sides.end()) return fail(fmt::format("matrix {}: no process is in its grid", name));
    TRY(check(*first, name, rows_moved, columns_moved));
    auto ranks = TRY(ranks_of(sides, *first, name));
    ArraySpec array;
    array.name = name;
    array.type = type;
    array.lower = {1, 1};
    array.extents = {first->rows, first->columns};
    auto spec =
        TRY(read_mapping(fmt::format("scalapack(mb={},nb={},grid={}x{},rsrc={},csrc={})", first->row_block, first->column_block,
                                     first->grid_rows, first->grid_columns, first->first_row, first->first_column),
                         array));
    // The notation numbers the processes of the grid row by row.
    std::vector<Rank>& numbers = spec.processors.ranks;
    if (numbers.empty())
        numbers = std::move(ranks);
    else
        for (Rank& number : numbers) number = ranks[as_size(number)];
    auto mapping = TRY(Mapping::make(std::move(spec)));
    return PlacedMatrix{*first, std::move(mapping)};
}

Result<std::optional<LocalLayout>> PlacedMatrix::layout(MatrixSide const& own, Rank rank) const {
    if (own.member == 0) return std::optional<LocalLayout>{};
    auto const position = mapping.grid().position(rank);
    if (!position) return std::optional<LocalLayout>{};
    return std::optional(TRY(LocalLayout::padded(mapping, *position, own.leading)));
}

std::string describe(MatrixSide const& side) {
    return fmt::format("{}x{} in {}x{} blocks on {}x{}", side.rows, side.columns, side.row_block, side.column_block, side.grid_rows,
                       side.grid_columns);
}

} // namespace tessera::scalapack
