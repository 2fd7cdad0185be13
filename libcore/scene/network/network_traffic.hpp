// SPDX-License-Identifier: BSD-3-Clause
// Tessera: traffic of a schedule on a network in one step or in all steps: link loads and participating ranks.
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
    StepLoads loads;                        ///< loads of the step, or the sum over all steps
    std::vector<std::optional<Rank>> ranks; ///< the rank placed on each node
    std::vector<char> busy;                 ///< whether the rank on each node sends or receives
    Index transfers = 0;
    Index longest = 0; ///< bytes of the longest transfer
    bool single_step = true;
    bool equal_lengths = true;  ///< all transfers have the same number of bytes, so message counts are enough
    double least_scale_end = 0; ///< end of the scale of a picture that this one is compared with

    /// Returns the load of a link as it is drawn: messages over width, or bytes over width and capacity if lengths differ.
    [[nodiscard]] double shown(Topology const& topology, int link) const;
    [[nodiscard]] double most_shown(Topology const& topology) const;
    /// Returns the end of the colour scale. In a single step that is four messages or more, so that links with one or two are pale.
    [[nodiscard]] double scale_end(Topology const& topology) const;
};

/// `step`: absent for all steps. Precondition: it is a step of the schedule. Cost: the hops of its messages, and the links. Error:
/// the work was stopped.
[[nodiscard]] Result<NetworkTraffic> traffic_of(Schedule const& schedule, Topology const& topology, Placement const& placement,
                                                std::optional<int> step, Watch const& watch = {});

/// Gives two pictures of one network the same unit and the same scale. The unit is bytes unless all transfers have one length.
void use_one_scale(NetworkTraffic& one, NetworkTraffic& other, Topology const& topology);

/// Returns the same ranks on an idle network.
[[nodiscard]] NetworkTraffic no_traffic(Schedule const& schedule, Topology const& topology, Placement const& placement);

/// Returns the step with the most bytes on one link; 0 if nothing is sent. Cost: the hops of all messages.
[[nodiscard]] int busiest_step(Schedule const& schedule, Topology const& topology, Placement const& placement);

} // namespace tessera
