// SPDX-License-Identifier: BSD-3-Clause
// Tessera: times rounds of messages among the ranks of a job.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <functional>
#include <mpi.h>

namespace tessera::measure {

/// Whom a rank sends to and receives from in each round; nobody: it rests.
struct Partners {
    int to = MPI_PROC_NULL;
    int from = MPI_PROC_NULL;
};

/// Every function is collective and returns, on all ranks, the median round of the slowest of them in seconds. Rounds are repeated
/// for about `budget` seconds, and some fifteen times at least.
class PortTimer {
  public:
    /// `most_bytes`: of the longest message to come; `comm` outlives the timer.
    PortTimer(Comm const& comm, Index most_bytes);

    /// A message from rank 0 to rank 1 and back, halved; the others rest. Precondition: two ranks.
    [[nodiscard]] double ping_pong(Index bytes, double budget);
    /// Everybody sends to one partner and receives from one, at the same time.
    [[nodiscard]] double both_ways(Partners partners, Index bytes, double budget);

  private:
    [[nodiscard]] double median_of(double budget, bool takes_part, std::function<void()> const& round) const;

    Comm const& comm_;
    Buffer outgoing_;
    Buffer incoming_;
};

} // namespace tessera::measure
