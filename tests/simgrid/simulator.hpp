// SPDX-License-Identifier: BSD-3-Clause
// Tessera: networks simulated by SimGrid, as an opinion from outside on our loads and routes.
#pragma once

#include "libcore/network/topology.hpp"
#include "libcore/schedule/schedule.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace tessera::simulated {

/// The messages of a step, between nodes. All start at once; the next step starts when the last of them has arrived.
using Step = std::vector<Transfer>;

/// The duration of each step in seconds, where a link of width and capacity 1 moves `bytes_per_second`, and nothing else costs
/// time: no latency, no ports, no protocol. Messages that share a link get fair shares of it (max-min). The network has the links
/// and the routes of `topology`. SimGrid simulates one network per process: call this once.
[[nodiscard]] std::vector<double> step_times(Topology const& topology, std::span<Step const> steps, double bytes_per_second);

/// SimGrid's own networks, with nodes numbered as ours.
enum class Network { FatTree, Torus };

/// routes[from][to] are SimGrid's links in order, numbered as they are met; a link has two numbers, one for each direction.
/// `parameters` are those of `fattree(arity,levels)` or `torus(...)`. To be called once, as step_times().
[[nodiscard]] std::vector<std::vector<std::vector<int>>> routes(Network network, std::span<int const> parameters);

} // namespace tessera::simulated
