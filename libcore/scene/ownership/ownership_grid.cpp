// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the ownership of an array as a grid of cells, independent of their appearance.
#include "libcore/scene/ownership/ownership_grid.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>

namespace tessera {
namespace {

DimMapping drawn_dimension(Mapping const& mapping, int dim, CopyMap::Range const& range) {
    return mapping.dim(dim).preimage(range.start, range.step, range.count);
}

/// Returns a single row of cells, for a picture of one dimension.
AxisCells one_row() {
    return {1, {AxisCell{{0, 1}, AxisCell::Purity::Single, 0, 1}}};
}

/// Returns the length of what repeats in a dimension: its period, or the length of its blocks. 1 if nothing short does.
Index repeated_length(DimMapping const& drawn, Index most) {
    if (drawn.period() <= most) return drawn.period();
    Index const block = drawn.segment_at(0).run.size();
    bool const repeats = block < drawn.extent() && drawn.segment_at(block).run.size() == block;
    return repeats && block <= most ? block : 1;
}

/// Returns the cells per line. If a line can hold whole periods or blocks of all mappings, no block continues on the next line.
/// Otherwise it is a round number, which is easy to count.
Index line_length(std::vector<DimMapping> const& drawn, Index columns) {
    Index repeated = 1;
    for (DimMapping const& each : drawn) repeated = std::lcm(repeated, repeated_length(each, columns));
    if (repeated > 1 && repeated <= columns) return columns / repeated * repeated;
    return columns >= 10 ? columns / 10 * 10 : columns;
}

Index user_index(Mapping const& mapping, int dim, CopyMap::Range const& range, Index k) {
    return mapping.array().lower[as_size(dim)] + range.start + range.step * k;
}

std::vector<PixelShares> shares_of(AxisCells const& axis, DimMapping const& drawn) {
    std::vector<PixelShares> shares;
    for (AxisCell const& cell : axis.cells)
        shares.push_back(cell.share == 1 ? PixelShares{{cell.coord, most_parts}} : owner_shares(drawn, cell.indices));
    return shares;
}

/// Returns whether both cells have the same single owner. If one rank is selected, also true if it owns neither.
bool same_owner(AxisCell const& a, AxisCell const& b, bool one_rank) {
    bool const all = a.share == 1 && b.share == 1;
    bool const none = one_rank && a.share == 0 && b.share == 0;
    return (all || none) && a.coord == b.coord;
}

} // namespace

OwnershipView OwnershipView::of(ArraySpec const& array) {
    int const dims = array.dims();
    auto const whole = [&](int dim) { return CopyMap::Range{0, 1, array.extents[as_size(dim)]}; };
    OwnershipView view;
    view.fixed.assign(as_size(dims), 0);
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

CellPlan plan_cells(std::vector<Mapping const*> const& mappings, OwnershipView const& view, GridLimits limits) {
    assert(limits.rows >= 1 && limits.columns >= 1);
    auto const drawn = [&](int dim, CopyMap::Range const& range) {
        std::vector<DimMapping> all;
        for (Mapping const* mapping : mappings) all.push_back(drawn_dimension(*mapping, dim, range));
        return all;
    };
    auto const size = [&](int dim, CopyMap::Range const& range, Index most) { return choose_cell_size(drawn(dim, range), most); };
    if (view.row_dim) return {size(*view.row_dim, view.rows, limits.rows), size(view.column_dim, view.columns, limits.columns), 0};
    if (view.columns.count <= limits.columns) return {};
    Index const line = line_length(drawn(view.column_dim, view.columns), limits.columns);
    return {1, size(view.column_dim, view.columns, line * limits.rows), line};
}

OwnershipGrid::OwnershipGrid(Mapping mapping, OwnershipView view, CellPlan plan)
    : mapping_(std::move(mapping)), view_(std::move(view)), wrap_(static_cast<int>(plan.line)) {
    rows_ = view_.row_dim ? axis_of(*view_.row_dim, view_.rows, plan.row_size) : one_row();
    columns_ = axis_of(view_.column_dim, view_.columns, plan.column_size);
    for (int d = 0; d < mapping_.dims(); ++d) {
        // A dimension without indices has no owner. Its picture has no cells, so this coordinate is never used.
        bool const has_indices = mapping_.dim(d).extent() > 0;
        fixed_coords_.push_back(has_indices ? mapping_.dim(d).owner(view_.fixed[as_size(d)]) : 0);
    }
    only_holds_ = view_.only && is_held_by_only();
    if (view_.only || !has_mixed_cells()) return;
    colors_ = suiting_colors(mapping_.grid().size(), std::max(mixed_share(rows_), mixed_share(columns_)));
    mix_colors();
}

void OwnershipGrid::mix_colors() {
    row_shares_ = {{{0, most_parts}}};
    if (view_.row_dim) row_shares_ = shares_of(rows_, drawn_dimension(mapping_, *view_.row_dim, view_.rows));
    column_shares_ = shares_of(columns_, drawn_dimension(mapping_, view_.column_dim, view_.columns));
}

void OwnershipGrid::color_by_place() {
    if (view_.only) return;
    colors_ = OwnerColors::Places;
    mix_colors();
}

Color OwnershipGrid::mean_color(int row, int column) const {
    PixelShares const& down = row_shares_[wrap_ == 0 ? as_size(row) : 0];
    PixelShares const& across = column_shares_[as_size(wrap_ == 0 ? column : row * wrap_ + column)];
    if (colors_ == OwnerColors::Ranks)
        return mean_rank_color(mapping_, {view_.row_dim, view_.column_dim, fixed_coords_}, down, across, 0);
    Index const row_coords = view_.row_dim ? mapping_.dim(*view_.row_dim).coords() : 1;
    Index const column_coords = mapping_.dim(view_.column_dim).coords();
    double const row_place = mean_place(down, row_coords);
    double const column_place = mean_place(across, column_coords);
    return row_coords > 1 && column_coords > 1 ? place_color(row_place, column_place) : place_color(row_place + column_place);
}

AxisCells OwnershipGrid::axis_of(int dim, CopyMap::Range const& range, Index cell_size) const {
    DimMapping const drawn = drawn_dimension(mapping_, dim, range);
    auto const position = view_.only ? mapping_.grid().position(*view_.only) : std::nullopt;
    return position ? cut_into_cells_of(drawn, cell_size, mapping_.dim_coord(*position, dim)) : cut_into_cells(drawn, cell_size);
}

bool OwnershipGrid::is_held_by_only() const {
    auto const position = mapping_.grid().position(*view_.only);
    if (!position || !mapping_.holds(*position)) return false;
    for (int d = 0; d < mapping_.dims(); ++d) {
        bool const drawn = d == view_.column_dim || d == view_.row_dim;
        if (!drawn && mapping_.dim_coord(*position, d) != fixed_coords_[as_size(d)]) return false;
    }
    return true;
}

int OwnershipGrid::rows() const {
    if (wrap_ == 0) return static_cast<int>(rows_.cells.size());
    return static_cast<int>(ceil_div(static_cast<Index>(columns_.cells.size()), wrap_));
}

int OwnershipGrid::columns() const {
    return wrap_ == 0 ? static_cast<int>(columns_.cells.size()) : wrap_;
}

bool OwnershipGrid::has_mixed_cells() const {
    auto const mixed = [&](AxisCell const& cell) { return cell.share < 1 && !(view_.only && cell.share == 0); };
    return std::ranges::any_of(rows_.cells, mixed) || std::ranges::any_of(columns_.cells, mixed);
}

AxisCell const& OwnershipGrid::column_cell(int row, int column) const {
    int const at = wrap_ == 0 ? column : row * wrap_ + column;
    return columns_.cells[as_size(at)];
}

std::vector<Rank> OwnershipGrid::holders(AxisCell const& row, AxisCell const& column) const {
    if (view_.only) return only_holds_ ? std::vector{*view_.only} : std::vector<Rank>{};
    Extents const coords = coords_at(row.coord, column.coord);
    std::vector<Rank> ranks;
    Index const copies = std::min(mapping_.replicas(), most_copies_shown);
    for (Index replica = 0; replica < copies; ++replica)
        ranks.push_back(mapping_.grid().rank(mapping_.position_of(coords, replica)));
    return ranks;
}

Extents OwnershipGrid::coords_at(Index row_coord, Index column_coord) const {
    Extents coords = fixed_coords_;
    if (view_.row_dim) coords[as_size(*view_.row_dim)] = row_coord;
    coords[as_size(view_.column_dim)] = column_coord;
    return coords;
}

Rank OwnershipGrid::holder(Index row_coord, Index column_coord) const {
    return mapping_.grid().rank(mapping_.position_of(coords_at(row_coord, column_coord), 0));
}

std::optional<PictureCell> OwnershipGrid::cell(int row, int column) const {
    if (wrap_ > 0 && row * wrap_ + column >= std::ssize(columns_.cells)) return std::nullopt;
    AxisCell const& down = rows_.cells[wrap_ == 0 ? as_size(row) : 0];
    AxisCell const& across = column_cell(row, column);
    PictureCell picture{.purity = AxisCell::Purity::Several, .share = down.share * across.share, .ranks = {}, .blank = false};
    if (view_.only && (!only_holds_ || picture.share == 0)) return PictureCell{AxisCell::Purity::Single, 0, {}, true};
    if (picture.share < mostly_share) return picture;
    picture.purity = picture.share == 1 ? AxisCell::Purity::Single : AxisCell::Purity::Mostly;
    picture.ranks = holders(down, across);
    return picture;
}

bool OwnershipGrid::same_as_next_row(int row) const {
    auto const at = as_size(row);
    return wrap_ == 0 && at + 1 < rows_.cells.size() && same_owner(rows_.cells[at], rows_.cells[at + 1], view_.only.has_value());
}

bool OwnershipGrid::same_as_next_column(int column) const {
    return wrap_ == 0 && same_as_right(0, column);
}

bool OwnershipGrid::same_as_right(int row, int column) const {
    auto const at = as_size(row * wrap_ + column);
    return column + 1 < columns() && at + 1 < columns_.cells.size() &&
           same_owner(columns_.cells[at], columns_.cells[at + 1], view_.only.has_value());
}

Index OwnershipGrid::row_index(int row) const {
    if (wrap_ > 0) return user_index(mapping_, view_.column_dim, view_.columns, column_cell(row, 0).indices.begin);
    return user_index(mapping_, view_.row_dim.value_or(0), view_.rows, rows_.cells[as_size(row)].indices.begin);
}

Index OwnershipGrid::column_index(int column) const {
    return user_index(mapping_, view_.column_dim, view_.columns, column_cell(0, column).indices.begin);
}

std::set<Rank> OwnershipGrid::ranks_shown() const {
    std::set<Rank> ranks;
    auto const distinct = [](AxisCells const& axis) {
        std::map<Index, AxisCell const*> by_coord;
        for (AxisCell const& cell : axis.cells)
            if (cell.share >= mostly_share) by_coord.emplace(cell.coord, &cell);
        return by_coord;
    };
    for (auto const& [row_coord, row] : distinct(rows_))
        for (auto const& [column_coord, column] : distinct(columns_))
            for (Rank const rank : holders(*row, *column)) ranks.insert(rank);
    return ranks;
}

} // namespace tessera
