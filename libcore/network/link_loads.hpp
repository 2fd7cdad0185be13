// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how many messages and bytes each directed link carries in a step. Exact: every message is routed.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/network/placement.hpp"
#include "libcore/network/topology.hpp"
#include "libcore/schedule/schedule.hpp"

#include <span>
#include <vector>

namespace tessera {

/// One step's loads. `messages[l]` and `bytes[l]` count what crosses link l.
struct StepLoads {
    std::vector<Index> messages;
    std::vector<Index> bytes;
    double max_load = 0;       ///< most messages over a link's width: Thakur's f(i)
    double max_load_bytes = 0; ///< most bytes over width * capacity
    int busiest = -1;          ///< a link with max_load_bytes, or -1
};

/// Counts loads step by step, reusing its buffers: cost is the hops of the step's messages, not the links.
class LoadCounter {
  public:
    LoadCounter(Topology const& topology, Placement const& placement);
    /// The reference is the counter's own and valid until its next call.
    [[nodiscard]] StepLoads const& count(Schedule const& schedule, int step);
    [[nodiscard]] StepLoads const& count(std::span<Transfer const> transfers);

  private:
    void clear(); // what the last step touched
    void add(Transfer const& transfer);
    void finish();

    Topology const& topology_;
    Placement const& placement_;
    StepLoads loads_;
    std::vector<int> touched_; // links with a message
    std::vector<int> route_;
};

} // namespace tessera
