// SPDX-License-Identifier: BSD-3-Clause
// Tessera: positions of the columns of a step-by-rank chart, and figures of their steps.
#include "libcore/scene/detail/schedule_columns.hpp"

#include <algorithm>
#include <cmath>

namespace tessera::detail {
namespace {

constexpr double widest_column = 44;

} // namespace

std::vector<ColumnFigures> column_figures(std::vector<Run> const& steps, std::vector<StepCost> const& costs) {
    if (costs.empty()) return {};
    std::vector<ColumnFigures> figures;
    for (Run const run : steps) {
        ColumnFigures& column = figures.emplace_back();
        for (Index step = run.begin; step < run.end; ++step) {
            StepCost const& cost = costs[as_size(step)];
            column.time += cost.time.value_or(0);
            column.load = std::max(column.load, cost.max_load);
        }
    }
    return figures;
}

std::vector<double> column_edges(std::size_t columns, std::vector<ColumnFigures> const& figures, double width, bool by_time) {
    double total = 0;
    for (ColumnFigures const& column : figures) total += column.time;
    double const even = std::clamp(std::floor(width / static_cast<double>(std::max<std::size_t>(columns, 1))), 1.0, widest_column);
    bool const timed = by_time && total > 0;
    std::vector<double> edges{0};
    for (std::size_t column = 0; column < columns; ++column)
        edges.push_back(edges.back() + (timed ? width * figures[column].time / total : even));
    return edges;
}

} // namespace tessera::detail
