// SPDX-License-Identifier: BSD-3-Clause
// Tessera: MPI's own broadcast and reduction.
#pragma once

#include "libcore/runtime/move/copy/combiner.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstddef>
#include <memory>

namespace tessera {

/// Sends `bytes` bytes of `root` to every rank. Collective.
void mpi_broadcast(Communicator const& comm, Rank root, std::byte* data, Index bytes);

/// Replaces element i on every rank by the combination of elements i of all ranks, 0 <= i < count. Collective.
void mpi_allreduce(Communicator const& comm, Combiner const& combiner, std::byte* data, Index count);

/// An mpi_allreduce in progress. Move-only.
class StartedAllreduce {
  public:
    /// Starts the reduction. `data` must not be touched until wait() has returned. Collective.
    StartedAllreduce(Communicator const& comm, Combiner const& combiner, std::byte* data, Index count);
    StartedAllreduce(StartedAllreduce&&) noexcept;
    StartedAllreduce& operator=(StartedAllreduce&&) noexcept;
    ~StartedAllreduce(); ///< precondition: wait() was called

    void wait();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace tessera
