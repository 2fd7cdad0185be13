// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a communicator that frees itself.
#pragma once

#include "libcore/base/index.hpp"

#include <mpi.h>
#include <span>

namespace tessera {

/// A communicator. Move-only. Its errors come back as codes, which check_mpi turns into exceptions; they never end the job.
class Communicator {
  public:
    /// Returns the communicator of all ranks of the job, which is never freed. Precondition: an Environment exists and has set
    /// its error handler.
    [[nodiscard]] static Communicator world();
    /// Returns a duplicate with its own message space. Collective.
    [[nodiscard]] static Communicator duplicate(MPI_Comm original);
    /// Returns a communicator of `ranks` of `parent`, in this order. Collective over these ranks alone. They pass the same
    /// list and the same `tag` (0 ... 32767).
    [[nodiscard]] static Communicator of_group(MPI_Comm parent, std::span<Rank const> ranks, int tag);
    /// Returns a communicator of the ranks with the same `colour`, in the order of their numbers. Collective.
    [[nodiscard]] Communicator split(int colour) const;
    /// Returns a communicator of the ranks that share memory with this rank, in the order of their numbers. Collective.
    [[nodiscard]] Communicator split_by_node() const;

    Communicator(Communicator&& other) noexcept;
    Communicator& operator=(Communicator&& other) noexcept;
    ~Communicator(); ///< frees a duplicate, unless MPI is already finalized

    [[nodiscard]] MPI_Comm handle() const { return handle_; }
    [[nodiscard]] Rank rank() const { return rank_; }
    [[nodiscard]] int size() const { return size_; }

    void barrier() const;
    /// A barrier for long waits. A rank that is early sleeps and leaves its processor to others. It may notice the end up to 1
    /// ms late.
    void sleep_until_all() const;

  private:
    Communicator(MPI_Comm handle, bool owned);
    void release() noexcept;

    MPI_Comm handle_ = MPI_COMM_NULL;
    bool owned_ = false;
    Rank rank_ = 0;
    int size_ = 1;
};

/// Returns whether MPI is initialized and not yet finalized.
[[nodiscard]] bool mpi_is_active() noexcept;

} // namespace tessera
