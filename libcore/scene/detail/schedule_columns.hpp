// SPDX-License-Identifier: BSD-3-Clause
// Tessera: positions of the columns of a step-by-rank chart, and figures of their steps.
#pragma once

#include "libcore/network/step_cost.hpp"
#include "libcore/scene/detail/schedule_cells.hpp"

#include <vector>

namespace tessera::detail {

/// Figures of the steps of one column.
struct ColumnFigures {
    double time = 0; ///< seconds, sum of all steps
    double load = 0; ///< messages over width on the busiest link of any step
};

/// Returns an empty list if there are no costs.
[[nodiscard]] std::vector<ColumnFigures> column_figures(std::vector<Run> const& steps, std::vector<StepCost> const& costs);

/// Returns the left edges of the columns and the right edge of the last, from 0. Widths are equal, or proportional to the times if
/// any is known.
[[nodiscard]] std::vector<double> column_edges(std::size_t columns, std::vector<ColumnFigures> const& figures, double width,
                                               bool by_time);

} // namespace tessera::detail
