// SPDX-License-Identifier: BSD-3-Clause
// Tessera: times rounds of messages among the ranks of a job.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <functional>
#include <mpi.h>

namespace tessera::measure {

/// Partners of a rank in each round; MPI_PROC_NULL if it takes no part.
struct Partners {
    int to = MPI_PROC_NULL;
    int from = MPI_PROC_NULL;
};

/// Measures rounds of messages. Every function is collective and returns, on all ranks, the slowest rank's median round in
/// seconds. Rounds repeat for about `budget` seconds, at least fifteen times.
class PortTimer {
  public:
    /// `most_bytes`: length of the longest message; `comm` must outlive the timer.
    PortTimer(Communicator const& comm, Index most_bytes);

    /// Returns half the time of a message from rank 0 to rank 1 and back; the other ranks wait. Precondition: at least two
    /// ranks.
    [[nodiscard]] double ping_pong(Index bytes, double budget);
    /// Returns the time in which each rank sends to one partner and receives from one at the same time.
    [[nodiscard]] double both_ways(Partners partners, Index bytes, double budget);

  private:
    [[nodiscard]] double median_of(double budget, bool takes_part, std::function<void()> const& round) const;

    Communicator const& comm_;
    Buffer outgoing_;
    Buffer incoming_;
};

} // namespace tessera::measure
