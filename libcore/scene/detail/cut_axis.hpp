// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a dimension cut at every change, so that blocks of any size look alike.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/sets/periodic_set.hpp"
#include "libcore/sets/run.hpp"

#include <functional>
#include <set>
#include <vector>

namespace tessera::detail {

/// Consecutive indices of one dimension that are drawn as one cell.
struct CutCell {
    Run indices;
    double at = 0; ///< distance from the picture's edge
    double side = 0;
};

/// The size of a cell grows with the logarithm of its number of indices.
struct CutAxis {
    std::vector<CutCell> cells;
    bool all = true; ///< false: there are more cells than are drawn
    double length = 0;

    /// Returns the position of a point of the dimension, which may lie between indices: linear within its cell. Points
    /// outside the cells continue linearly, at most one cell length farther.
    [[nodiscard]] double place(double index) const;
};

inline constexpr Index most_cut_cells = 32; ///< per dimension
inline constexpr double cut_gap = 8;        ///< between cells that are not neighbours

/// Adds the ends of the first runs of a set, shifted by `distance`, up to the largest number that may be drawn.
void add_cuts(PeriodicSet const& set, Index distance, std::set<Index>& cuts);

/// Returns the cells between neighbouring cuts. Cells that are not `kept` are omitted and leave a gap.
[[nodiscard]] CutAxis cut_axis(std::set<Index> const& cuts, std::function<bool(Index)> const& kept);

/// Returns the axis for an array without a second dimension.
[[nodiscard]] CutAxis single_cell();

} // namespace tessera::detail
