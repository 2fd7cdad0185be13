// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the ownership of an array as a grid of cells, before it is decided how a cell looks.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/copy_map.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/scene/axis_cells.hpp"
#include "libcore/scene/owner_colors.hpp"

#include <optional>
#include <set>
#include <vector>

namespace tessera {

/// The part of an array that is looked at: two of its dimensions (one, for an array of one dimension), at fixed indices of the
/// others.
struct OwnershipView {
    std::optional<int> row_dim; ///< downwards; absent: one dimension only, wrapped into several lines where it is long
    int column_dim = 0;         ///< to the right
    CopyMap::Range rows;        ///< which indices are drawn (0-based start, step, count); rows of count 1 where row_dim is absent
    CopyMap::Range columns;
    Extents fixed;            ///< one 0-based index per array dimension, used for those that are not drawn
    std::optional<Rank> only; ///< everything that this rank does not hold stays blank

    /// All of the first two dimensions of a Fortran array, the last two of a C array, at the first index of the others.
    [[nodiscard]] static OwnershipView of(ArraySpec const& array);
};

/// How many cells there is room for. Both at least 1.
struct GridLimits {
    Index rows = 64;
    Index columns = 64;
};

/// How many indices make a cell, and how many cells a line of a wrapped dimension has.
struct CellPlan {
    Index row_size = 1;
    Index column_size = 1;
    Index line = 0; ///< 0: not wrapped
    friend bool operator==(CellPlan const&, CellPlan const&) = default;
};

/// One plan for several mappings of the same array, so that their pictures can be compared cell by cell.
/// Preconditions: at least one mapping, none null; the view lies within the array.
[[nodiscard]] CellPlan plan_cells(std::vector<Mapping const*> const& mappings, OwnershipView const& view, GridLimits limits);

/// One cell of the picture.
struct PictureCell {
    AxisCell::Purity purity = AxisCell::Purity::Several;
    double share = 1;        ///< of the cell that `ranks` hold; where one rank is looked at, of that rank
    std::vector<Rank> ranks; ///< those that hold the elements (several: the first copies); empty for Purity::Several
    bool blank = false;      ///< not held by the rank that alone is looked at
    friend bool operator==(PictureCell const&, PictureCell const&) = default;
};

/// A cell names at most this many of the copies of its elements.
inline constexpr Index most_copies_shown = 8;

/// Cells are the product of the cells of the two dimensions. Cost: the cells, never the array.
class OwnershipGrid {
  public:
    /// Precondition: the view's dimensions, ranges and indices lie within the array.
    OwnershipGrid(Mapping mapping, OwnershipView view, CellPlan plan);

    [[nodiscard]] Mapping const& mapping() const { return mapping_; }
    [[nodiscard]] OwnershipView const& view() const { return view_; }
    [[nodiscard]] int rows() const;
    [[nodiscard]] int columns() const;
    [[nodiscard]] bool is_wrapped() const { return wrap_ > 0; } ///< one dimension on several lines
    [[nodiscard]] Index row_cell_size() const { return rows_.cell_size; }
    [[nodiscard]] Index column_cell_size() const { return columns_.cell_size; }
    [[nodiscard]] bool is_aggregated() const { return rows_.cell_size * columns_.cell_size > 1; }
    [[nodiscard]] bool has_mixed_cells() const;

    /// Nothing behind the end of the last line of a wrapped dimension.
    [[nodiscard]] std::optional<PictureCell> cell(int row, int column) const;
    /// What its colours stand for. By place at the latest after color_by_place(), which keeps two pictures alike.
    [[nodiscard]] OwnerColors colors() const { return colors_; }
    void color_by_place();
    /// The mean colour of a cell's owners, or of their places. Precondition: no rank alone is looked at, and there is such a cell.
    [[nodiscard]] Color mean_color(int row, int column) const;
    /// Do the two neighbouring rows (columns) show the same owners? False for the last one and for a wrapped dimension.
    [[nodiscard]] bool same_as_next_row(int row) const;
    [[nodiscard]] bool same_as_next_column(int column) const;
    /// Has the cell one owner, and its right neighbour the same? Also within the lines of a wrapped dimension.
    [[nodiscard]] bool same_as_right(int row, int column) const;

    /// The first index of a row (column) of cells, in the array's own bounds. In a wrapped grid, that of the row's first cell;
    /// columns have none there.
    [[nodiscard]] Index row_index(int row) const;
    [[nodiscard]] Index column_index(int column) const;

    /// The rank that holds the first copy of the elements at these coordinates of the two axes.
    [[nodiscard]] Rank holder(Index row_coord, Index column_coord) const;
    /// The ranks named by some cell, ascending.
    [[nodiscard]] std::set<Rank> ranks_shown() const;

  private:
    [[nodiscard]] AxisCell const& column_cell(int row, int column) const;
    [[nodiscard]] AxisCells axis_of(int dim, CopyMap::Range const& range, Index cell_size) const;
    [[nodiscard]] std::vector<Rank> holders(AxisCell const& row, AxisCell const& column) const; // of the first copies
    void mix_colors();
    [[nodiscard]] Extents coords_at(Index row_coord, Index column_coord) const; // of owners, in all dimensions
    [[nodiscard]] bool is_held_by_only() const; // does the rank looked at hold anything at the fixed indices?

    Mapping mapping_;
    OwnershipView view_;
    AxisCells rows_;
    AxisCells columns_;
    Extents fixed_coords_; // one per array dimension
    OwnerColors colors_ = OwnerColors::Ranks;
    std::vector<PixelShares> row_shares_; // of each cell, where colours are mixed
    std::vector<PixelShares> column_shares_;
    bool only_holds_ = false; // does the rank looked at hold anything that may be drawn?
    int wrap_ = 0;            // cells per line of a wrapped dimension; 0: not wrapped
};

} // namespace tessera
