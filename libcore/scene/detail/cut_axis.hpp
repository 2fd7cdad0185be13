// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a dimension cut where anything changes, so that blocks of any size look alike.
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
    double at = 0; ///< from the picture's edge
    double side = 0;
};

/// Cells grow with the logarithm of what they hold.
struct CutAxis {
    std::vector<CutCell> cells;
    bool all = true; ///< else there are more than are drawn
    double length = 0;

    /// Where a point of the dimension lies, which need not be an index: linear within its cell. Before the first cell and behind
    /// the last, one of them farther.
    [[nodiscard]] double place(double index) const;
};

inline constexpr Index most_cut_cells = 32; ///< of one dimension
inline constexpr double cut_gap = 8;        ///< between cells that are no neighbours

/// Where the first runs of a set begin and end, moved by `distance`: as many as may be drawn.
void add_cuts(PeriodicSet const& set, Index distance, std::set<Index>& cuts);

/// Cells between neighbouring cuts; those that are not `kept` are left out, and leave a gap.
[[nodiscard]] CutAxis cut_axis(std::set<Index> const& cuts, std::function<bool(Index)> const& kept);

/// Of an array without a second dimension.
[[nodiscard]] CutAxis single_cell();

} // namespace tessera::detail
