// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which ranks share a node.
#pragma once

#include "libcore/runtime/mpi/comm.hpp"

#include <vector>

namespace tessera {

/// The node of each rank: numbered from 0 in the order of their first ranks. Collective.
[[nodiscard]] std::vector<int> node_numbers(Comm const& comm);

/// Do all ranks run on one node, where they share memory and clock? Collective.
[[nodiscard]] bool shares_a_node(Comm const& comm);

} // namespace tessera
