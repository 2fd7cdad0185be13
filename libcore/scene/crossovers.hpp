// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which algorithms are equally fast, and where the fastest becomes another.
#pragma once

#include "libcore/pipeline/cost_sweep.hpp"

#include <cstddef>
#include <vector>

namespace tessera {

/// Series whose times are the same everywhere, to a thousandth, taken together; groups in the order of their first members.
[[nodiscard]] std::vector<std::vector<std::size_t>> equal_series(std::vector<CostSeries> const& series);

/// Where the fastest algorithm becomes another.
struct Crossover {
    CostPoint at;           ///< on the line between two points, in logarithms
    std::size_t before = 0; ///< series that is fastest to the left, to the right
    std::size_t after = 0;
    friend bool operator==(Crossover const&, Crossover const&) = default;
};

/// Between neighbouring x that both series have. An algorithm that is as fast as the one before it is no reason to change.
[[nodiscard]] std::vector<Crossover> crossovers(std::vector<CostSeries> const& series);

} // namespace tessera
