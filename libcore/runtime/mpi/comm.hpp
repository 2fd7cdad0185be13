// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a communicator and who owns it.
#pragma once

#include "libcore/base/index.hpp"

#include <mpi.h>
#include <span>

namespace tessera {

/// Move-only. Errors of calls on it come back as codes (check_mpi turns them into exceptions), never end the job by themselves.
class Comm {
  public:
    /// All ranks of the job; never freed. Precondition: an Environment exists, which set its error handler.
    [[nodiscard]] static Comm world();
    /// A duplicate of a communicator, with a message space of its own. Collective.
    [[nodiscard]] static Comm duplicate(MPI_Comm original);
    /// Some ranks of a communicator, in this order. Collective over these alone, which give the same list and `tag` (0 ... 32767).
    [[nodiscard]] static Comm of_group(MPI_Comm parent, std::span<Rank const> ranks, int tag);
    /// Ranks that give the same `colour` together, in the order of their numbers. Collective.
    [[nodiscard]] Comm split(int colour) const;
    /// The ranks that share this rank's memory, in the order of their numbers. Collective.
    [[nodiscard]] Comm split_by_node() const;

    Comm(Comm&& other) noexcept;
    Comm& operator=(Comm&& other) noexcept;
    ~Comm(); ///< frees a duplicate, unless MPI is already finalized

    [[nodiscard]] MPI_Comm handle() const { return handle_; }
    [[nodiscard]] Rank rank() const { return rank_; }
    [[nodiscard]] int size() const { return size_; }

    void barrier() const;
    /// A barrier for long waits: a rank that is early sleeps and leaves the processor to others. It may notice the end a little
    /// late.
    void rest_until_all() const;

  private:
    Comm(MPI_Comm handle, bool owned);
    void release() noexcept;

    MPI_Comm handle_ = MPI_COMM_NULL;
    bool owned_ = false;
    Rank rank_ = 0;
    int size_ = 1;
};

/// Is MPI initialized and not yet finalized?
[[nodiscard]] bool mpi_is_active() noexcept;

} // namespace tessera
