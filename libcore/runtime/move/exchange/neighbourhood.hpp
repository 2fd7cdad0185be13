// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a duplicate of a communicator, and what its ranks know of each other.
#pragma once

#include "libcore/runtime/memory/node_processes.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/mpi/node.hpp"

#include <memory>
#include <mpi.h>
#include <optional>

namespace tessera {

/// Who shares a node, and which processes these are. Making the duplicate and finding this out are meetings of all ranks, each of
/// which may take as long as a small redistribution: so a communicator keeps its own, until it is freed or MPI ends.
class Neighbourhood {
  public:
    /// The communicator's own. Collective.
    [[nodiscard]] static std::shared_ptr<Neighbourhood> of(MPI_Comm comm);

    explicit Neighbourhood(MPI_Comm comm) : comm_(Comm::duplicate(comm)) {}

    [[nodiscard]] Comm const& comm() const { return comm_; }
    /// For the messages of one that is made now: every other one has another tag, up to 32000 of them. The same on all ranks, as
    /// what is made of a communicator is made in the same order everywhere. Not 0.
    [[nodiscard]] int next_tag() { return tag_ = tag_ % 32000 + 1; }
    /// Collective over comm() when it is first called.
    [[nodiscard]] Node const& node();
    /// Collective over the node when it is first called.
    [[nodiscard]] NodeProcesses const& processes();

  private:
    Comm comm_;
    int tag_ = 0; // the last that was given; MPI grants 32767 at least
    std::optional<Node> node_;
    std::optional<NodeProcesses> processes_;
};

} // namespace tessera
