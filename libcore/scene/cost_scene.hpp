// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of predicted times: one curve per algorithm on logarithmic axes.
#pragma once

#include "libcore/pipeline/cost_sweep.hpp"
#include "libcore/scene/scene.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Times that were measured, to be laid over the predictions.
struct ObservedTimes {
    std::string name; ///< of the trace, or the algorithm that ran
    std::vector<CostPoint> points;
};

/// What the chart shows.
struct CostChart {
    enum class Over { Bytes, Ranks };
    Over over = Over::Bytes;
    std::vector<CostSeries> series;
    std::vector<ObservedTimes> observed;
    std::vector<std::string> notes; ///< sentences below, such as why an algorithm is missing
    double width = 640;             ///< pixels of the plot
    double height = 420;
};

/// Curves named at their right ends; where the fastest algorithm changes, a mark with both names. Tags: SceneTag::Kind::Series for
/// points and names. Points without a time are left out.
[[nodiscard]] Scene cost_scene(std::string const& title, std::string const& subtitle, CostChart const& chart);

} // namespace tessera
