// SPDX-License-Identifier: BSD-3-Clause
// Tessera: executes any schedule under MPI, step by step.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/schedule/rank_steps.hpp"
#include "libcore/runtime/move/schedule/trace_recorder.hpp"
#include "libcore/runtime/move/step_order.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/datatype.hpp"
#include "libcore/schedule/schedule.hpp"

#include <cstddef>
#include <vector>

namespace tessera {

/// This rank's own messages, as ScheduleExecutor accesses them.
class MessageEnds {
  public:
    virtual ~MessageEnds() = default;
    /// Returns the packed message to a rank. It stays valid to the end of the execution. May be called several times.
    virtual std::byte const* outgoing(Rank to) = 0;
    /// Returns memory for the message from a rank, the same at each call. Called only if ScheduleExecutor::assembles() it.
    virtual std::byte* incoming(Rank from) = 0;
    /// Reports that the whole message from a rank is at `data`: at incoming(from), or elsewhere for the duration of this call.
    virtual void arrived(Rank from, std::byte const* data) = 0;
};

/// One rank's share of a schedule, compiled once and executed any number of times. The ranks of its message set are ranks of
/// the communicator.
///
/// Steps that overlap: one with StepOrder::Local and Barrier, a few with Async. With Async, receives are posted ahead, and a
/// send starts as soon as its data is there and the sends of the previous step are complete. A rank never works further than
/// this window beyond its oldest unfinished step, so forwarded data needs bounded memory. No deadlock: all transfers of the
/// oldest step unfinished on any rank are started at both ends.
class ScheduleExecutor {
  public:
    struct Options {
        StepOrder order = StepOrder::Async;
        Index most_bytes_per_count = max_mpi_count; ///< as in ByteBlock
        TraceRecorder* trace = nullptr;             ///< records every transfer if not null
    };

    /// `comm` must outlive the executor; the schedule need not.
    ScheduleExecutor(Communicator const& comm, Schedule const& schedule, Options const& options);

    /// Executes the schedule. Returns when this rank has sent and received everything. Collective.
    void run(MessageEnds& ends);

    /// Returns whether the message from this rank is assembled at MessageEnds::incoming().
    [[nodiscard]] bool assembles(Rank from) const;
    [[nodiscard]] Index pool_bytes() const { return pool_.size(); }

  private:
    friend class ScheduleExecution;

    Communicator const& comm_;
    Options options_;
    RankSteps steps_;
    std::vector<ByteBlock> send_blocks_;    // parallel to steps_.sends
    std::vector<ByteBlock> receive_blocks_; // parallel to steps_.receives
    Buffer pool_;
};

} // namespace tessera
