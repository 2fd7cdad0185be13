// SPDX-License-Identifier: BSD-3-Clause
// Tessera: predicted times of algorithms over the length of messages or the number of ranks.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/network/placement.hpp"
#include "libcore/network/topology.hpp"
#include "libcore/schedule/message_set.hpp"

#include <string>
#include <vector>

namespace tessera {

struct CostPoint {
    double x = 0; ///< bytes, or ranks
    double seconds = 0;
    friend bool operator==(CostPoint const&, CostPoint const&) = default;
};

/// One algorithm.
struct CostSeries {
    std::string name;
    bool at_least = false;         ///< a bound from below, not a prediction: it takes part in no comparison
    std::vector<CostPoint> points; ///< ascending x
};

/// All algorithms that can be used, and why the others cannot.
struct CostSweep {
    struct Refusal {
        std::string algorithm;
        std::string reason;
    };
    std::vector<CostSeries> series;
    std::vector<Refusal> refusals;
};

/// Times of a message set, packing included, if its messages were longer or shorter, all by the same factor; x is the length of the
/// longest. Each algorithm is routed once, because its steps and the messages per link do not depend on the lengths.
/// Error: the machine has no rates. Preconditions: sizes positive, ascending.
[[nodiscard]] Result<CostSweep> cost_over_size(MessageSet const& messages, std::vector<Index> const& sizes,
                                               Topology const& topology, Placement const& placement, Machine const& machine);

/// Times of all-to-all exchanges of `bytes` among the first so many ranks on the nodes of a network, row-major.
/// Errors: the machine has no rates, a number of ranks below 1 or above the nodes.
[[nodiscard]] Result<CostSweep> cost_over_ranks(Index bytes, std::vector<int> const& ranks, Topology const& topology,
                                                Machine const& machine);

/// 1, 2, 4, ... bytes from `first` to `last`, which are powers of two.
[[nodiscard]] std::vector<Index> doubling_sizes(Index first, Index last);

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
