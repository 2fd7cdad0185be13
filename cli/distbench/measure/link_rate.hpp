// SPDX-License-Identifier: BSD-3-Clause
// Tessera: measures the link between two nodes when all their ranks use it.
#pragma once

#include "libcore/runtime/mpi/communicator.hpp"

#include <optional>
#include <span>

namespace tessera {

/// Returns Thakur's beta_sat in seconds per byte of all messages together. Nodes exchange in pairs, each rank with a rank of
/// the other node. The times of two message lengths give the cost of each further byte on the link. Links beyond the node's
/// own are not distinguished. `nodes`: the node of each rank, numbered from 0, as from node_numbers(). Empty if all ranks run
/// on one node, because there is no such link. Collective; takes about `seconds`.
[[nodiscard]] std::optional<double> measure_link(Communicator const& comm, std::span<int const> nodes, double seconds);

} // namespace tessera
