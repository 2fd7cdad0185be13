// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the ownership of an array as a grid of cells, independent of their appearance.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/copy_map.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/scene/ownership/axis_cells.hpp"
#include "libcore/scene/ownership/owner_colors.hpp"

#include <optional>
#include <set>
#include <vector>

namespace tessera {

/// The visible part of an array: two of its dimensions (one, for an array of one dimension), at fixed indices of the others.
struct OwnershipView {
    std::optional<int> row_dim; ///< downwards; absent: one dimension only, wrapped into several lines if it is long
    int column_dim = 0;         ///< horizontal
    CopyMap::Range rows;        ///< drawn indices (0-based start, step, count); rows has count 1 if row_dim is absent
    CopyMap::Range columns;
    Extents fixed;            ///< one 0-based index per array dimension, used for the dimensions that are not drawn
    std::optional<Rank> only; ///< elements that this rank does not hold stay blank

    /// Returns all of the first two dimensions of a Fortran array, or the last two of a C array, at the first index of the others.
    [[nodiscard]] static OwnershipView of(ArraySpec const& array);
};

/// Largest numbers of cells in a picture. Both at least 1.
struct GridLimits {
    Index rows = 64;
    Index columns = 64;
};

/// Indices per cell, and cells per line of a wrapped dimension.
struct CellPlan {
    Index row_size = 1;
    Index column_size = 1;
    Index line = 0; ///< 0: not wrapped
    friend bool operator==(CellPlan const&, CellPlan const&) = default;
};

/// Returns one plan for several mappings of the same array, so that their pictures can be compared cell by cell. Preconditions: at
/// least one mapping, none null; the view lies within the array.
[[nodiscard]] CellPlan plan_cells(std::vector<Mapping const*> const& mappings, OwnershipView const& view, GridLimits limits);

/// One cell of the picture.
struct PictureCell {
    AxisCell::Purity purity = AxisCell::Purity::Several;
    double share = 1;        ///< share of the cell that `ranks` hold; if a rank is selected, that rank's share
    std::vector<Rank> ranks; ///< the holders (with copies: the first ones); empty for Purity::Several
    bool blank = false;      ///< the selected rank does not hold the cell
    friend bool operator==(PictureCell const&, PictureCell const&) = default;
};

/// Largest number of copies that a cell names.
inline constexpr Index most_copies_shown = 8;

/// The cells are the product of the cells of the two dimensions. Cost: the cells. It does not depend on the array's size.
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

    /// Returns the cell; nothing after the end of the last line of a wrapped dimension.
    [[nodiscard]] std::optional<PictureCell> cell(int row, int column) const;
    /// Returns the meaning of the colours. color_by_place() sets it to Places, so that two pictures use the same meaning.
    [[nodiscard]] OwnerColors colors() const { return colors_; }
    void color_by_place();
    /// Returns the mean colour of a cell's owners, or of their positions. Precondition: no rank is selected, and the cell exists.
    [[nodiscard]] Color mean_color(int row, int column) const;
    /// Return whether the two neighbouring rows (columns) show the same owners. False for the last one and for a wrapped dimension.
    [[nodiscard]] bool same_as_next_row(int row) const;
    [[nodiscard]] bool same_as_next_column(int column) const;
    /// Returns whether the cell has one owner and its right neighbour has the same. Also valid within the lines of a wrapped
    /// dimension.
    [[nodiscard]] bool same_as_right(int row, int column) const;

    /// Return the first index of a row (column) of cells, in the array's own bounds. In a wrapped grid, row_index() is that of the
    /// row's first cell; columns have no index.
    [[nodiscard]] Index row_index(int row) const;
    [[nodiscard]] Index column_index(int column) const;

    /// Returns the rank that holds the first copy of the elements at these coordinates of the two axes.
    [[nodiscard]] Rank holder(Index row_coord, Index column_coord) const;
    /// Returns the ranks that some cell names.
    [[nodiscard]] std::set<Rank> ranks_shown() const;

  private:
    [[nodiscard]] AxisCell const& column_cell(int row, int column) const;
    [[nodiscard]] AxisCells axis_of(int dim, CopyMap::Range const& range, Index cell_size) const;
    // the holders of the first copies
    [[nodiscard]] std::vector<Rank> holders(AxisCell const& row, AxisCell const& column) const;
    void mix_colors();
    [[nodiscard]] Extents coords_at(Index row_coord, Index column_coord) const; // owner coordinates in all dimensions
    [[nodiscard]] bool is_held_by_only() const; // whether the selected rank holds elements at the fixed indices

    Mapping mapping_;
    OwnershipView view_;
    AxisCells rows_;
    AxisCells columns_;
    Extents fixed_coords_; // one per array dimension
    OwnerColors colors_ = OwnerColors::Ranks;
    std::vector<PixelShares> row_shares_; // one per cell, if colours are mixed
    std::vector<PixelShares> column_shares_;
    bool only_holds_ = false; // the selected rank holds elements that may be drawn
    int wrap_ = 0;            // cells per line of a wrapped dimension; 0: not wrapped
};

} // namespace tessera
