// SPDX-License-Identifier: BSD-3-Clause
// Tessera: links by their names.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/network/topology.hpp"

#include <string>
#include <string_view>

namespace tessera {

/// "2-0", "5-S1.0": from the label of a vertex to that of another. Where several links go the same way, all but the first have
/// their number behind it, from 2: "2-0/2". Precondition: the topology has such a link. Cost: the links of the network.
[[nodiscard]] std::string link_name(Topology const& topology, int link);

/// The link of that name. Error: there is none; says where the links of its first vertex lead.
[[nodiscard]] Result<int> link_named(Topology const& topology, std::string_view name);

} // namespace tessera
