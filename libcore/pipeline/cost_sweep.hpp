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
/// Errors: no machine, or one without rates; the work was stopped. Preconditions: sizes positive, ascending.
[[nodiscard]] Result<CostSweep> cost_over_size(MessageSet const& messages, std::vector<Index> const& sizes, Site const& site,
                                               Watch const& watch = {});

/// Times of all-to-all exchanges of `bytes` among the first so many ranks on the nodes of the site's network, row-major.
/// Errors: as above; a number of ranks below 1 or above the nodes.
[[nodiscard]] Result<CostSweep> cost_over_ranks(Index bytes, std::vector<int> const& ranks, Site const& site,
                                                Watch const& watch = {});

/// 1, 2, 4, ... bytes from `first` to `last`, which are powers of two.
[[nodiscard]] std::vector<Index> doubling_sizes(Index first, Index last);

} // namespace tessera
