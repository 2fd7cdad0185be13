// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a large network as cells, coloured by load.
#pragma once

#include "libcore/network/topology.hpp"
#include "libcore/scene/network/network_scene.hpp"
#include "libcore/scene/network/network_traffic.hpp"
#include "libcore/scene/scene.hpp"

namespace tessera::detail {

/// Draws a cell for each vertex at its place in the network, or for neighbouring vertices together. The colour is the load of the
/// busiest link that leaves them. Marked links are lines between cells. Tags: VertexTag (the first vertex of a cell) and LinkTag.
[[nodiscard]] Scene network_heat(Topology const& topology, NetworkTraffic const& traffic, NetworkCaption const& caption);

} // namespace tessera::detail
