// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the busy links of a network: their loads and their messages.
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
    double share = 0; ///< bytes over width and capacity, relative to the busiest link: 0 .. 1
};

/// Returns the links with load, busiest first. Links of equal share are ordered by number.
[[nodiscard]] std::vector<BusyLink> busy_links(Topology const& topology, StepLoads const& loads);

/// Visits the messages that cross a link in one step, or in all steps. Cost: the hops of all messages of those steps.
/// Error: the work was stopped.
[[nodiscard]] Result<void> for_each_through(Schedule const& schedule, Topology const& topology, Placement const& placement,
                                            std::optional<int> step, int link, std::function<void(Transfer const&)> const& visit,
                                            Watch const& watch = {});

} // namespace tessera
