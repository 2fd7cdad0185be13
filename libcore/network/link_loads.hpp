// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages and bytes on each directed link in a step. Exact: every message is routed.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/network/placement.hpp"
#include "libcore/network/topology.hpp"
#include "libcore/schedule/schedule.hpp"

#include <span>
#include <vector>

namespace tessera {

/// The loads of one step. `messages[l]` and `bytes[l]` count the messages and bytes that cross link l.
struct StepLoads {
    std::vector<Index> messages;
    std::vector<Index> bytes;
    double max_load = 0;       ///< largest number of messages over link width: Thakur's f(i)
    double max_load_bytes = 0; ///< largest number of bytes over width * capacity
    int busiest = -1;          ///< a link with max_load_bytes, or -1
    Index hops = 0;            ///< links crossed, summed over the messages
    Index visits = 0;          ///< cost of counting: links or runs of links visited
};

/// Counts loads step by step and reuses its buffers. Cost: the hops of the step's messages. If the network gives routes as runs
/// (see Topology::route_runs), the smaller of the hops, and the runs plus the links.
class LoadCounter {
  public:
    LoadCounter(Topology const& topology, Placement const& placement);
    /// Counts one step. The result belongs to the counter and is valid until the next call.
    [[nodiscard]] StepLoads const& count(Schedule const& schedule, int step);
    [[nodiscard]] StepLoads const& count(std::span<Transfer const> transfers);

  private:
    struct WeightedRun {
        LinkRun links;
        Index bytes = 0;
    };
    void clear(); // resets the links of the last step
    void add(Transfer const& transfer);
    void cross(int link, Index messages, Index bytes);
    void settle(); // counts the pending runs, link by link or by their ends
    void sweep();  // converts the ends of runs to loads
    void finish();

    Topology const& topology_;
    Placement const& placement_;
    StepLoads loads_;
    std::vector<int> touched_; // links with at least one message
    std::vector<int> route_;
    std::vector<LinkRun> runs_;
    std::vector<WeightedRun> pending_;
    Index pending_hops_ = 0;
    std::vector<Index>
        message_steps_; // indexed by link: its messages minus those of the previous link; has one entry more than there are links
    std::vector<Index> byte_steps_;
    bool has_steps_ = false;
};

} // namespace tessera
