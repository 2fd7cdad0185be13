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
    Index hops = 0;            ///< links crossed, summed over the messages
    Index visits = 0;          ///< what counting took: links or runs of links looked at
};

/// Counts loads step by step, reusing its buffers. Cost: the hops of the step's messages; where the network knows routes as runs
/// (see Topology::route_runs), the smaller of the hops and the runs plus the links.
class LoadCounter {
  public:
    LoadCounter(Topology const& topology, Placement const& placement);
    /// The reference is the counter's own and valid until its next call.
    [[nodiscard]] StepLoads const& count(Schedule const& schedule, int step);
    [[nodiscard]] StepLoads const& count(std::span<Transfer const> transfers);

  private:
    struct WeightedRun {
        LinkRun links;
        Index bytes = 0;
    };
    void clear(); // what the last step touched
    void add(Transfer const& transfer);
    void cross(int link, Index messages, Index bytes);
    void settle(); // counts the pending runs, link by link or by their ends
    void sweep();  // turns the ends of runs into loads
    void finish();

    Topology const& topology_;
    Placement const& placement_;
    StepLoads loads_;
    std::vector<int> touched_; // links with a message
    std::vector<int> route_;
    std::vector<LinkRun> runs_;
    std::vector<WeightedRun> pending_;
    Index pending_hops_ = 0;
    std::vector<Index> message_steps_; // by link: messages on it less those on the link before; one more than there are links
    std::vector<Index> byte_steps_;
    bool has_steps_ = false;
};

} // namespace tessera
