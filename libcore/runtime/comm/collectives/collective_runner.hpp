// SPDX-License-Identifier: BSD-3-Clause
// Tessera: executes a collective plan under MPI.
#pragma once

#include "libcore/comm/collectives/collective_plan.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/copy/combiner.hpp"
#include "libcore/runtime/move/schedule/trace_recorder.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/datatype.hpp"
#include "libcore/runtime/mpi/request_set.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace tessera {

/// This rank's part of a plan. Made once, executed any number of times. Messages are non-blocking; multicasts are MPI_Bcast.
class CollectiveRunner {
  public:
    /// Position p of the plan is rank p of `comm`. Precondition: the plan is valid. `combiner`: for a reduction, with elements
    /// of `element_bytes`. Collective over `comm`, which is duplicated. Throws if there is no memory for arriving data.
    CollectiveRunner(Communicator const& comm, CollectivePlan const& plan, Index element_bytes, std::optional<Combiner> combiner);

    /// Executes the plan. `vector`: this rank's plan.elements elements, before and after, aligned for their type. Collective.
    void execute(std::byte* vector);

    /// Records every execution from now on, except multicasts and messages of 0 bytes. `members`: the rank to record for each
    /// position. All ranks must call it; `trace` must outlive the executions.
    void record(TraceRecorder* trace, std::vector<Rank> members);

  private:
    /// A message to or from a rank. `place`: byte offset in the vector or, if `aside`, in the buffer of arrivals to be
    /// combined.
    struct Message {
        Rank peer = 0; ///< for a multicast, the sender
        Index place = 0;
        bool aside = false;
        ByteBlock block;
        Index bytes = 0;
        int step = 0; ///< step of the plan
    };
    /// An operand of a combination: an arrival, in ascending order of senders, or this rank's own elements at their position
    /// in that order.
    struct Operand {
        bool own = false;
        Index place = 0;
    };
    struct Combination {
        std::vector<Operand> operands;
        Index elements = 0;
    };
    struct Phase {
        std::vector<Message> sends;
        std::vector<Message> receives;
        std::vector<Message> multicasts; ///< in the order of the plan
        std::vector<Combination> combinations;
    };
    struct Compiler;

    [[nodiscard]] std::byte* place_of(Message const& message, std::byte* vector);
    void transfer(Phase const& phase, std::byte* vector);
    /// Transfers the messages of a phase except multicasts, and waits for each on its own to record it.
    void transfer_traced(Phase const& phase, std::byte* vector);
    void combine(Combination const& combination, std::byte* vector);

    Communicator comm_;
    std::optional<Combiner> combiner_;
    std::vector<Phase> phases_;
    Buffer arrivals_;
    RequestSet requests_;
    TraceRecorder* trace_ = nullptr;
    std::vector<Rank> members_; // by position, for the trace
};

} // namespace tessera
