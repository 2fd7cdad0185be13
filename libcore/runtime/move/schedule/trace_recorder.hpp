// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the record that one rank makes of a schedule it runs.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/schedule/trace.hpp"

#include <vector>

namespace tessera {

class TraceRecorder {
  public:
    /// Collective: waits for all ranks, forgets the last run, and sets the clock to zero. Ranks of one node share a clock; others
    /// set theirs when they leave the barrier, so that times of different nodes may differ by its duration.
    void begin(Comm const& comm);

    /// Seconds since begin().
    [[nodiscard]] double now() const;
    void sent(int step, Rank to, Index bytes, double start, double end);
    void received(int step, Rank from, double end);

    /// Collective: the records of all ranks, by step, sender and receiver, on rank 0; nothing on other ranks.
    [[nodiscard]] std::vector<TracedTransfer> gather(Comm const& comm) const;

  private:
    std::vector<TracedTransfer> sent_;     // by this rank; the peer in `to`
    std::vector<TracedTransfer> received_; // only step, from and arrived
    double origin_ = 0;
};

} // namespace tessera
