// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which ranks share a node.
#pragma once

#include "libcore/runtime/mpi/comm.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// The ranks that share this rank's node, and with it their memory.
class Node {
  public:
    /// Collective over `comm`.
    explicit Node(Comm const& comm);

    [[nodiscard]] Comm const& comm() const { return comm_; } ///< of these ranks alone
    /// The number in comm() of a rank of the communicator that the node was found in; nothing where it is on another node.
    [[nodiscard]] std::optional<Rank> number_of(Rank rank) const;

  private:
    Comm comm_;
    std::vector<Rank> ranks_; // ascending
};

/// The node of each rank: numbered from 0 in the order of their first ranks. Collective.
[[nodiscard]] std::vector<int> node_numbers(Comm const& comm);

/// Do all ranks run on one node, where they share memory and clock? Collective.
[[nodiscard]] bool shares_a_node(Comm const& comm);

} // namespace tessera
