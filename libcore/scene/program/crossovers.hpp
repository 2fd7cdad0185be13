// SPDX-License-Identifier: BSD-3-Clause
// Tessera: groups of equally fast algorithms, and the points where the fastest algorithm changes.
#pragma once

#include "libcore/pipeline/cost_sweep.hpp"

#include <cstddef>
#include <vector>

namespace tessera {

/// Returns groups of series whose times are the same everywhere, to a thousandth. The groups are in the order of their first
/// members.
[[nodiscard]] std::vector<std::vector<std::size_t>> equal_series(std::vector<CostSeries> const& series);

/// A point where the fastest algorithm changes.
struct Crossover {
    CostPoint at;           ///< on the line between two points, in logarithms
    std::size_t before = 0; ///< index of the fastest series to the left (before) and to the right (after)
    std::size_t after = 0;
    friend bool operator==(Crossover const&, Crossover const&) = default;
};

/// Returns the crossovers, each between neighbouring x that both series have. An equally fast algorithm does not replace the
/// current one.
[[nodiscard]] std::vector<Crossover> crossovers(std::vector<CostSeries> const& series);

} // namespace tessera
