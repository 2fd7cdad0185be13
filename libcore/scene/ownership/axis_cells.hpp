// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one dimension of an array, divided into the cells of a picture.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/dim_mapping.hpp"
#include "libcore/sets/run.hpp"

#include <vector>

namespace tessera {

/// A cell gets a rank's number if the rank holds at least this share of it. With a half, small blocks would form large patterns
/// that do not exist.
inline constexpr double mostly_share = 2.0 / 3.0;

/// Consecutive indices that are drawn as one cell, and the coordinate that owns most of them.
struct AxisCell {
    enum class Purity {
        Single, ///< one coordinate owns them all
        Mostly, ///< `coord` owns `share` of them, at least mostly_share
        Several ///< no coordinate owns that much, or the owner changes too often to be counted (then share is 0)
    };
    Run indices; ///< 0-based indices in the drawn dimension
    Purity purity = Purity::Single;
    Index coord = 0;
    double share = 1;
};

/// A whole dimension as cells with the same number of indices (the last cell may have fewer).
struct AxisCells {
    Index cell_size = 1;
    std::vector<AxisCell> cells;
};

/// Returns the share of cells with several owners, 0 .. 1.
[[nodiscard]] double mixed_share(AxisCells const& axis);

/// Returns the number of indices per cell for at most `most` cells, between the least possible and twice that. It minimises the
/// cells that contain a change of owner in any of the mappings (of equal extent). Ties go to the roundest size (multiples of ten,
/// then 2^a 5^b), then to the smallest. Preconditions: at least one mapping, most >= 1.
[[nodiscard]] Index choose_cell_size(std::vector<DimMapping> const& mappings, Index most);

/// Cost: the cells, times at most a few dozen changes of owner within each. It does not depend on the extent.
[[nodiscard]] AxisCells cut_into_cells(DimMapping const& mapping, Index cell_size);

/// Returns the same cells with the exact share that one coordinate owns of each, from 0 to 1.
[[nodiscard]] AxisCells cut_into_cells_of(DimMapping const& mapping, Index cell_size, Index coord);

} // namespace tessera
