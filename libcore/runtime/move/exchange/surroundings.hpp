// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what exchanges that follow each other among the same ranks have in common.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/memory/node_memory.hpp"
#include "libcore/runtime/move/exchange/neighbourhood.hpp"
#include "libcore/runtime/move/exchange/rank_messages.hpp"

#include <array>
#include <memory>
#include <mpi.h>
#include <optional>

namespace tessera {

/// Their ranks' neighbourhood, and memory to gather messages in.
class Surroundings {
  public:
    /// Collective.
    explicit Surroundings(MPI_Comm comm) : neighbourhood_(Neighbourhood::of(comm)) {}

    [[nodiscard]] Comm const& comm() const { return neighbourhood_->comm(); }
    /// As those of Neighbourhood.
    [[nodiscard]] int next_tag() { return neighbourhood_->next_tag(); }
    [[nodiscard]] Node const& node() { return neighbourhood_->node(); }
    [[nodiscard]] NodeProcesses const& processes() { return neighbourhood_->processes(); }
    /// Shared memory of exactly so many bytes on this rank, for one exchange at a time; null where the node has no room for all
    /// that its ranks want. What was there before is used again where every rank wants as much as then. Collective over the node.
    [[nodiscard]] NodeMemory* gathering(Index bytes);
    /// From now on exchanges find no memory that others have left, unless it is as much as they want themselves.
    void bound_memory() { bounded_ = true; }
    /// Before the exchange of these messages is made. Where memory is bounded, pooled buffers and what messages were gathered in
    /// are given back to the system, unless on every rank these want as much as those before. Collective.
    void make_room_for(RankMessages const& messages);

  private:
    std::shared_ptr<Neighbourhood> neighbourhood_;
    std::optional<NodeMemory> gathering_;
    bool bounded_ = false;
    std::array<Index, 4> wanted_{}; // by the messages before
};

} // namespace tessera
