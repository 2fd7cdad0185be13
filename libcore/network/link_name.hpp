// SPDX-License-Identifier: BSD-3-Clause
// Tessera: names of links.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/network/topology.hpp"

#include <string>
#include <string_view>

namespace tessera {

/// Returns a link's name from the labels of its two vertices: "2-0", "5-S1.0". If several links join the same vertices, all but the
/// first have a number, from 2: "2-0/2". Precondition: the topology has the link. Cost: the links of the network.
[[nodiscard]] std::string link_name(Topology const& topology, int link);

/// Returns the link of this name. Error: there is none; the message lists the links of its first vertex.
[[nodiscard]] Result<int> link_named(Topology const& topology, std::string_view name);

} // namespace tessera
