// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the ownership of an array as a grid of cells, before it is decided how a cell looks.
#include "libcore/scene/ownership_grid.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <cassert>

namespace tessera {
namespace {

AxisCells axis_of(Mapping const& mapping, int dim, CopyMap::Range const& range, Index most_cells) {
    return cut_into_cells(mapping.dim(dim).preimage(range.start, range.step, range.count), cell_size_for(range.count, most_cells));
}

/// A single line of cells, for the rows of a picture of one dimension.
AxisCells one_row() {
    return {1, {AxisCell{{0, 1}, AxisCell::Purity::Single, 0, 1}}};
}

/// Cells per line: a round number, so that a reader can count.
int line_length(Index columns) {
    Index const round = columns >= 10 ? columns / 10 * 10 : columns;
    return static_cast<int>(round);
}

Index user_index(Mapping const& mapping, int dim, CopyMap::Range const& range, Index k) {
    return mapping.array().lower[static_cast<std::size_t>(dim)] + range.start + range.step * k;
}

bool same_owner(AxisCell const& a, AxisCell const& b) {
    return a.purity == AxisCell::Purity::Single && b.purity == AxisCell::Purity::Single && a.coord == b.coord;
}

} // namespace

OwnershipView OwnershipView::of(ArraySpec const& array) {
    int const dims = array.dims();
    auto const whole = [&](int dim) { return CopyMap::Range{0, 1, array.extents[static_cast<std::size_t>(dim)]}; };
    OwnershipView view;
    view.fixed.assign(static_cast<std::size_t>(dims), 0);
    if (dims == 1) {
        view.rows = {0, 1, 1};
        view.columns = whole(0);
        return view;
    }
    bool const fortran = array.order == StorageOrder::Fortran;
    view.row_dim = fortran ? 0 : dims - 2;
    view.column_dim = fortran ? 1 : dims - 1;
    view.rows = whole(*view.row_dim);
    view.columns = whole(view.column_dim);
    return view;
}

OwnershipGrid::OwnershipGrid(Mapping mapping, OwnershipView view, GridLimits limits)
    : mapping_(std::move(mapping)), view_(std::move(view)) {
    assert(limits.rows >= 1 && limits.columns >= 1);
    if (view_.row_dim) {
        rows_ = axis_of(mapping_, *view_.row_dim, view_.rows, limits.rows);
        columns_ = axis_of(mapping_, view_.column_dim, view_.columns, limits.columns);
    } else {
        rows_ = one_row();
        int const line = line_length(limits.columns);
        bool const fits = view_.columns.count <= limits.columns;
        columns_ = axis_of(mapping_, view_.column_dim, view_.columns, fits ? limits.columns : line * limits.rows);
        if (static_cast<Index>(columns_.cells.size()) > limits.columns) wrap_ = line;
    }
    for (int d = 0; d < mapping_.dims(); ++d) {
        // A dimension without indices owns nothing, and its picture has no cell that could ask for this coordinate.
        bool const has_indices = mapping_.dim(d).extent() > 0;
        fixed_coords_.push_back(has_indices ? mapping_.dim(d).owner(view_.fixed[static_cast<std::size_t>(d)]) : 0);
    }
}

int OwnershipGrid::rows() const {
    if (wrap_ == 0) return static_cast<int>(rows_.cells.size());
    return static_cast<int>(ceil_div(static_cast<Index>(columns_.cells.size()), wrap_));
}

int OwnershipGrid::columns() const {
    return wrap_ == 0 ? static_cast<int>(columns_.cells.size()) : wrap_;
}

bool OwnershipGrid::has_mixed_cells() const {
    auto const mixed = [](AxisCell const& cell) { return cell.purity != AxisCell::Purity::Single; };
    return std::ranges::any_of(rows_.cells, mixed) || std::ranges::any_of(columns_.cells, mixed);
}

AxisCell const& OwnershipGrid::column_cell(int row, int column) const {
    int const at = wrap_ == 0 ? column : row * wrap_ + column;
    return columns_.cells[static_cast<std::size_t>(at)];
}

std::vector<Index> OwnershipGrid::holders(AxisCell const& row, AxisCell const& column) const {
    Extents coords = fixed_coords_;
    if (view_.row_dim) coords[static_cast<std::size_t>(*view_.row_dim)] = row.coord;
    coords[static_cast<std::size_t>(view_.column_dim)] = column.coord;
    std::vector<Index> positions;
    if (view_.only) {
        auto const position = mapping_.grid().position(*view_.only);
        if (position && is_held_by(*position, coords)) positions.push_back(*position);
        return positions;
    }
    Index const copies = std::min(mapping_.replicas(), most_copies_shown);
    for (Index replica = 0; replica < copies; ++replica) positions.push_back(mapping_.position_of(coords, replica));
    return positions;
}

bool OwnershipGrid::is_held_by(Index position, Extents const& coords) const {
    if (!mapping_.holds(position)) return false;
    for (int d = 0; d < mapping_.dims(); ++d)
        if (mapping_.dim_coord(position, d) != coords[static_cast<std::size_t>(d)]) return false;
    return true;
}

std::optional<PictureCell> OwnershipGrid::cell(int row, int column) const {
    if (wrap_ > 0 && row * wrap_ + column >= static_cast<int>(columns_.cells.size())) return std::nullopt;
    AxisCell const& down = rows_.cells[wrap_ == 0 ? static_cast<std::size_t>(row) : 0];
    AxisCell const& across = column_cell(row, column);
    PictureCell picture{.purity = AxisCell::Purity::Single, .share = down.share * across.share, .ranks = {}, .blank = false};
    bool const known = down.purity != AxisCell::Purity::Several && across.purity != AxisCell::Purity::Several;
    if (!known || picture.share < 0.5) {
        picture.purity = AxisCell::Purity::Several;
        return picture;
    }
    if (picture.share < 1) picture.purity = AxisCell::Purity::Mostly;
    for (Index const position : holders(down, across)) picture.ranks.push_back(mapping_.grid().rank(position));
    picture.blank = picture.ranks.empty();
    return picture;
}

bool OwnershipGrid::same_as_next_row(int row) const {
    auto const at = static_cast<std::size_t>(row);
    return wrap_ == 0 && at + 1 < rows_.cells.size() && same_owner(rows_.cells[at], rows_.cells[at + 1]);
}

bool OwnershipGrid::same_as_next_column(int column) const {
    auto const at = static_cast<std::size_t>(column);
    return wrap_ == 0 && at + 1 < columns_.cells.size() && same_owner(columns_.cells[at], columns_.cells[at + 1]);
}

Index OwnershipGrid::row_index(int row) const {
    if (wrap_ > 0) return user_index(mapping_, view_.column_dim, view_.columns, column_cell(row, 0).indices.begin);
    return user_index(mapping_, view_.row_dim.value_or(0), view_.rows, rows_.cells[static_cast<std::size_t>(row)].indices.begin);
}

Index OwnershipGrid::column_index(int column) const {
    return user_index(mapping_, view_.column_dim, view_.columns, column_cell(0, column).indices.begin);
}

std::map<Rank, Index> OwnershipGrid::ranks_shown() const {
    std::map<Rank, Index> ranks;
    auto const distinct = [](AxisCells const& axis) {
        std::map<Index, AxisCell const*> by_coord;
        for (AxisCell const& cell : axis.cells)
            if (cell.purity != AxisCell::Purity::Several) by_coord.emplace(cell.coord, &cell);
        return by_coord;
    };
    for (auto const& [row_coord, row] : distinct(rows_))
        for (auto const& [column_coord, column] : distinct(columns_))
            for (Index const position : holders(*row, *column)) ranks.emplace(mapping_.grid().rank(position), position);
    return ranks;
}

} // namespace tessera
