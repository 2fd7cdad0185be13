// SPDX-License-Identifier: BSD-3-Clause
// Tessera: runs any schedule under MPI, step by step.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/schedule/message_ends.hpp"
#include "libcore/runtime/move/schedule/rank_steps.hpp"
#include "libcore/runtime/move/schedule/trace_recorder.hpp"
#include "libcore/runtime/move/step_order.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/mpi/datatype.hpp"
#include "libcore/schedule/schedule.hpp"

#include <vector>

namespace tessera {

/// One rank's share of a schedule, compiled once and run any number of times. The ranks its message set names are ranks of the
/// communicator.
///
/// Steps under way at a time: one with StepOrder::Local and Barrier, a few with Async, where receives are posted ahead and a send
/// goes out as soon as what it carries is here and the sends of the step before are done. A rank works on no step that lies further
/// than that beyond its oldest unfinished one, so forwarded data needs bounded memory. Nobody waits for ever: all transfers of the
/// oldest step that is unfinished anywhere are started at both ends.
class ScheduleExecutor {
  public:
    struct Options {
        StepOrder order = StepOrder::Async;
        Index most_bytes_per_count = max_mpi_count; ///< as in ByteBlock
        TraceRecorder* trace = nullptr;             ///< where it is not null, it records every transfer
    };

    /// `comm` outlives the executor; the schedule need not.
    ScheduleExecutor(Comm const& comm, Schedule const& schedule, Options const& options);

    /// Collective. Returns when everything of this rank was sent and received.
    void run(MessageEnds& ends);

    /// Is the message from this rank put together at MessageEnds::incoming()?
    [[nodiscard]] bool assembles(Rank from) const;
    [[nodiscard]] Index pool_bytes() const { return pool_.size(); }

  private:
    friend class ScheduleRun;

    Comm const& comm_;
    Options options_;
    RankSteps steps_;
    std::vector<ByteBlock> send_blocks_;    // beside steps_.sends
    std::vector<ByteBlock> receive_blocks_; // beside steps_.receives
    Buffer pool_;
};

} // namespace tessera
