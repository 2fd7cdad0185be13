// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one dimension of an array cut into the cells of a picture.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/dim_mapping.hpp"
#include "libcore/sets/run.hpp"

#include <vector>

namespace tessera {

/// A cell gets a rank's number where the rank holds at least this much of it. Were a half enough, small blocks seen from afar would
/// make large patterns that are not there.
inline constexpr double mostly_share = 2.0 / 3.0;

/// Several indices that are drawn as one cell, and which coordinate owns most of them.
struct AxisCell {
    enum class Purity {
        Single, ///< one coordinate owns them all
        Mostly, ///< `coord` owns `share` of them, at least mostly_share
        Several ///< no coordinate owns that much, or they change owner too often to be counted (then share is 0)
    };
    Run indices; ///< of the dimension drawn, from 0
    Purity purity = Purity::Single;
    Index coord = 0;
    double share = 1;
};

/// A whole dimension as cells of equally many indices (the last cell may have fewer).
struct AxisCells {
    Index cell_size = 1;
    std::vector<AxisCell> cells;
};

/// How many of the cells have several owners, 0 .. 1.
[[nodiscard]] double mixed_share(AxisCells const& axis);

/// How many indices a cell should have for at most `most` cells. Between the least possible and twice that, the size that cuts the
/// fewest cells through a change of owner in any of the mappings (of equal extent), then the roundest (multiples of ten, then 2^a
/// 5^b), then the smallest. Preconditions: at least one mapping, most >= 1.
[[nodiscard]] Index choose_cell_size(std::vector<DimMapping> const& mappings, Index most);

/// Cost: the cells, times at most a few dozen changes of owner within each; never the extent.
[[nodiscard]] AxisCells cut_into_cells(DimMapping const& mapping, Index cell_size);

/// The same cells, judged by what one coordinate owns of each, exactly; the share may be anything from 0 to 1.
[[nodiscard]] AxisCells cut_into_cells_of(DimMapping const& mapping, Index cell_size, Index coord);

} // namespace tessera
