// SPDX-License-Identifier: BSD-3-Clause
// Tessera: records the transfers of one rank while it executes a schedule.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/schedule/trace.hpp"

#include <vector>

namespace tessera {

class TraceRecorder {
  public:
    /// Waits for all ranks, discards the previous record, and sets the clock to zero. Ranks on one node share a clock. Ranks
    /// on other nodes start theirs when they leave the barrier, so times of different nodes may differ by its duration.
    /// Collective.
    void begin(Communicator const& comm);

    /// Returns the seconds since begin().
    [[nodiscard]] double now() const;
    void sent(int step, Rank to, Index bytes, double start, double end);
    void received(int step, Rank from, double end);

    /// Returns on rank 0 the records of all ranks, by step, sender and receiver. Empty on other ranks. Collective.
    [[nodiscard]] std::vector<TracedTransfer> gather(Communicator const& comm) const;

  private:
    std::vector<TracedTransfer> sent_;     // sent by this rank; `from` is not set
    std::vector<TracedTransfer> received_; // only step, from and arrived are set
    double origin_ = 0;
};

} // namespace tessera
