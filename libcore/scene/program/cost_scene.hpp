// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of predicted times: one curve per algorithm on logarithmic axes.
#pragma once

#include "libcore/pipeline/cost_sweep.hpp"
#include "libcore/scene/scene.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Measured times to draw over the predictions.
struct ObservedTimes {
    std::string name; ///< name of the trace, or the algorithm that ran
    std::vector<CostPoint> points;
    std::string times = {}; ///< the times in words, such as "12 us (median of 5; 10 us to 31 us)"
};

/// Contents and size of the chart.
struct CostChart {
    enum class Over { Bytes, Ranks };
    Over over = Over::Bytes;
    std::vector<CostSeries> series;
    std::vector<ObservedTimes> observed;
    std::vector<std::string> notes; ///< sentences below the chart, such as why an algorithm is missing
    double width = 640;             ///< width of the plot in pixels
    double height = 420;
};

/// Draws curves with their names at the right ends, and a mark with both names at each crossover. Tags: SeriesTag for
/// points and names. Points without a time are omitted.
[[nodiscard]] Scene cost_scene(std::string const& title, std::string const& subtitle, CostChart const& chart);

} // namespace tessera
