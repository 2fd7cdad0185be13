// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a duplicate of a communicator, with cached data about its ranks' nodes.
#pragma once

#include "libcore/runtime/memory/node_processes.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/node.hpp"

#include <memory>
#include <mpi.h>
#include <optional>

namespace tessera {

/// The duplicate of a communicator, and which of its ranks and processes share a node. Making the duplicate and finding this
/// out each synchronize all ranks, which may take as long as a small redistribution. So it is cached with the communicator
/// until that is freed or MPI ends.
class NodeTopology {
  public:
    /// Returns the object cached with the communicator; creates it at the first call. Collective.
    [[nodiscard]] static std::shared_ptr<NodeTopology> of(MPI_Comm comm);

    explicit NodeTopology(MPI_Comm comm) : comm_(Communicator::duplicate(comm)) {}

    [[nodiscard]] Communicator const& comm() const { return comm_; }
    /// Returns the tag for the messages of a new object, never 0. Tags repeat after 32000. They agree on all ranks because
    /// objects on a communicator are made in the same order everywhere.
    [[nodiscard]] int next_tag() { return tag_ = tag_ % 32000 + 1; }
    /// Returns this rank's node. Collective over comm() at the first call.
    [[nodiscard]] Node const& node();
    /// Returns the processes of the node. Collective over the node at the first call.
    [[nodiscard]] NodeProcesses const& processes();

  private:
    Communicator comm_;
    int tag_ = 0; // the last tag returned; MPI guarantees at least 32767
    std::optional<Node> node_;
    std::optional<NodeProcesses> processes_;
};

} // namespace tessera
