// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where the columns of a step-by-rank chart stand, and what is known of their steps.
#pragma once

#include "libcore/network/step_cost.hpp"
#include "libcore/scene/detail/schedule_cells.hpp"

#include <vector>

namespace tessera::detail {

/// Figures of the steps of one column.
struct ColumnFigures {
    double time = 0; ///< seconds, all steps
    double load = 0; ///< messages over width on the busiest link of any step
};

/// Nothing where there are no costs.
[[nodiscard]] std::vector<ColumnFigures> column_figures(std::vector<Run> const& steps, std::vector<StepCost> const& costs);

/// The left edges of the columns and the right edge of the last, from 0: all alike, or as long as their times where any is known.
[[nodiscard]] std::vector<double> column_edges(std::size_t columns, std::vector<ColumnFigures> const& figures, double width,
                                               bool by_time);

} // namespace tessera::detail
