// SPDX-License-Identifier: BSD-3-Clause
// Tessera: MPI's own broadcast and reduction.
#pragma once

#include "libcore/runtime/move/copy/combiner.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <cstddef>
#include <memory>

namespace tessera {

/// `bytes` bytes of `root` on every rank. Collective.
void mpi_broadcast(Comm const& comm, Rank root, std::byte* data, Index bytes);

/// Element i of every rank, combined, as element i of all, 0 <= i < count. Collective.
void mpi_allreduce(Comm const& comm, Combiner const& combiner, std::byte* data, Index count);

/// The same while it is under way. Move-only.
class StartedAllreduce {
  public:
    /// Collective. `data` is not touched until wait() has returned.
    StartedAllreduce(Comm const& comm, Combiner const& combiner, std::byte* data, Index count);
    StartedAllreduce(StartedAllreduce&&) noexcept;
    StartedAllreduce& operator=(StartedAllreduce&&) noexcept;
    ~StartedAllreduce(); ///< precondition: it was waited for

    void wait();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace tessera
