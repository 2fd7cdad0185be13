// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which ranks share a node.
#pragma once

#include "libcore/runtime/mpi/communicator.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// The ranks on this rank's node, which share memory.
class Node {
  public:
    /// Collective over `comm`.
    explicit Node(Communicator const& comm);

    [[nodiscard]] Communicator const& comm() const { return comm_; } ///< communicator of the ranks on this node
    /// Returns the number in comm() of a rank of the communicator passed to the constructor. Empty if that rank is on another
    /// node.
    [[nodiscard]] std::optional<Rank> number_of(Rank rank) const;

  private:
    Communicator comm_;
    std::vector<Rank> ranks_; // ascending
};

/// Returns the node number of each rank. Nodes are numbered from 0 in the order of their first ranks. Collective.
[[nodiscard]] std::vector<int> node_numbers(Communicator const& comm);

/// Returns whether all ranks run on one node, with common memory and clock. Collective.
[[nodiscard]] bool shares_a_node(Communicator const& comm);

} // namespace tessera
