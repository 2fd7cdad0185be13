// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the links of a network that carry something: how much, and which messages.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/network/link_loads.hpp"
#include "libcore/network/placement.hpp"
#include "libcore/network/topology.hpp"
#include "libcore/schedule/schedule.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

struct BusyLink {
    int link = 0;
    std::string from; ///< labels of the nodes or switches
    std::string to;
    Index width = 1; ///< parallel links of the bundle
    Index messages = 0;
    Index bytes = 0;
    double load = 0;  ///< messages over width
    double share = 0; ///< of the busiest link's bytes over width and capacity: 0 .. 1
};

/// The busiest first; those of equal share by their number.
[[nodiscard]] std::vector<BusyLink> busy_links(Topology const& topology, StepLoads const& loads);

/// Visits the messages of a step, or of all steps, that cross a link. Cost: the hops of all messages of those steps.
/// Error: the work was stopped.
[[nodiscard]] Result<void> for_each_through(Schedule const& schedule, Topology const& topology, Placement const& placement,
                                            std::optional<int> step, int link, std::function<void(Transfer const&)> const& visit,
                                            Watch const& watch = {});

} // namespace tessera
