// SPDX-License-Identifier: BSD-3-Clause
// Tessera: predicted times of all algorithms over the length of messages or the number of ranks.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/network/site.hpp"
#include "libcore/schedule/message_set.hpp"

#include <string>
#include <vector>

namespace tessera {

struct CostPoint {
    double x = 0; ///< bytes or ranks
    double seconds = 0;
    friend bool operator==(CostPoint const&, CostPoint const&) = default;
};

/// The points of one algorithm.
struct CostSeries {
    std::string name;
    bool at_least = false;         ///< a lower bound, not a prediction: excluded from comparisons
    std::vector<CostPoint> points; ///< ascending in x
};

/// The usable algorithms, and the reasons why the others cannot be used.
struct CostSweep {
    struct Refusal {
        std::string algorithm;
        std::string reason;
    };
    std::vector<CostSeries> series;
    std::vector<Refusal> refusals;
};

/// Predicts the times of a message set, including packing, with all messages scaled by the same factor; x is the length of the
/// longest message. Each algorithm is routed once, because its steps and the messages per link do not depend on the lengths.
/// Errors: no machine, or one without rates; the work was stopped. Preconditions: sizes are positive and ascending.
[[nodiscard]] Result<CostSweep> cost_over_size(MessageSet const& messages, std::vector<Index> const& sizes, Site const& site,
                                               Watch const& watch = {});

/// Predicts the times of all-to-all exchanges of `bytes` among the given numbers of ranks, placed row-major on the first nodes of
/// the site's network. Errors: as above; a number of ranks below 1 or above the nodes.
[[nodiscard]] Result<CostSweep> cost_over_ranks(Index bytes, std::vector<int> const& ranks, Site const& site,
                                                Watch const& watch = {});

/// Returns `first`, 2 `first`, 4 `first`, ..., `last`. Precondition: both are powers of two.
[[nodiscard]] std::vector<Index> doubling_sizes(Index first, Index last);

} // namespace tessera
