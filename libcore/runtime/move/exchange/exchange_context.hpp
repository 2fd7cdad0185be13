// SPDX-License-Identifier: BSD-3-Clause
// Tessera: node data and memory that consecutive exchanges among the same ranks share.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/memory/node_memory.hpp"
#include "libcore/runtime/move/exchange/node_topology.hpp"
#include "libcore/runtime/move/exchange/rank_messages.hpp"

#include <array>
#include <memory>
#include <mpi.h>
#include <optional>

namespace tessera {

/// The duplicate communicator with its node data, and shared memory for packed messages.
class ExchangeContext {
  public:
    /// Collective.
    explicit ExchangeContext(MPI_Comm comm) : node_topology_(NodeTopology::of(comm)) {}

    [[nodiscard]] Communicator const& comm() const { return node_topology_->comm(); }
    /// These forward to NodeTopology.
    [[nodiscard]] int next_tag() { return node_topology_->next_tag(); }
    [[nodiscard]] Node const& node() { return node_topology_->node(); }
    [[nodiscard]] NodeProcesses const& processes() { return node_topology_->processes(); }
    /// Returns shared memory of exactly `bytes` bytes on this rank, for one exchange at a time. Null if the node has no room
    /// for what all its ranks need. The previous memory is reused if every rank needs the same size again. Collective over the
    /// node.
    [[nodiscard]] NodeMemory* gathering(Index bytes);
    /// Bounds memory from now on: exchanges find no memory left by others, except memory of the size that they need.
    void bound_memory() { bounded_ = true; }
    /// Call it before the exchange of these messages is made. If memory is bounded, pooled buffers and shared memory go back
    /// to the system. They are kept if every rank needs the same sizes as for the previous messages. Collective.
    void make_room_for(RankMessages const& messages);

  private:
    std::shared_ptr<NodeTopology> node_topology_;
    std::optional<NodeMemory> gathering_;
    bool bounded_ = false;
    std::array<Index, 4> wanted_{}; // sizes for the previous messages
};

} // namespace tessera
