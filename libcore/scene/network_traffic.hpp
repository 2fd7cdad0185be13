// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a schedule does to a network in one step or in all: the loads of its links, and which ranks take part.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/network/link_loads.hpp"
#include "libcore/network/placement.hpp"
#include "libcore/network/topology.hpp"
#include "libcore/schedule/schedule.hpp"

#include <optional>
#include <vector>

namespace tessera {

struct NetworkTraffic {
    StepLoads loads;                        ///< of the step, or all steps added up
    std::vector<std::optional<Rank>> ranks; ///< by node: the rank placed there
    std::vector<char> busy;                 ///< by node: its rank sends or receives
    Index transfers = 0;
    Index longest = 0; ///< bytes of the longest transfer
    bool single_step = true;
    bool equal_lengths = true; ///< do all transfers have the same number of bytes? Then messages say as much as bytes

    /// What a link carries, as it is drawn: messages over width, or bytes over width and capacity where lengths differ.
    [[nodiscard]] double shown(Topology const& topology, int link) const;
    [[nodiscard]] double most_shown(Topology const& topology) const;
};

/// `step`: absent for all steps. Precondition: a step of the schedule. Cost: the hops of its messages, and the links.
/// Error: the work was stopped.
[[nodiscard]] Result<NetworkTraffic> traffic_of(Schedule const& schedule, Topology const& topology, Placement const& placement,
                                                std::optional<int> step, Watch const& watch = {});

/// The same ranks on a network on which nothing moves.
[[nodiscard]] NetworkTraffic no_traffic(Schedule const& schedule, Topology const& topology, Placement const& placement);

/// The step with the most bytes on one link; 0 if nothing is sent. Cost: the hops of all messages.
[[nodiscard]] int busiest_step(Schedule const& schedule, Topology const& topology, Placement const& placement);

} // namespace tessera
