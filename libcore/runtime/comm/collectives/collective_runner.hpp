// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a collective plan, carried out under MPI.
#pragma once

#include "libcore/comm/collectives/collective_plan.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/copy/combiner.hpp"
#include "libcore/runtime/move/schedule/trace_recorder.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/mpi/datatype.hpp"
#include "libcore/runtime/mpi/request_set.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace tessera {

/// This rank's part of a plan: made once, executed as often as one likes. Messages are non-blocking; multicasts are MPI_Bcast.
class CollectiveRunner {
  public:
    /// Position p of the plan is rank p of `comm`, and the plan is valid. `combiner`: of a reduction; its elements have
    /// `element_bytes`. Collective over `comm`, which is duplicated. Throws where there is no memory for what arrives.
    CollectiveRunner(Comm const& comm, CollectivePlan const& plan, Index element_bytes, std::optional<Combiner> combiner);

    /// `vector`: this rank's plan.elements elements, before and after, aligned for their type. Collective.
    void execute(std::byte* vector);

    /// Every run from now on is recorded, but for multicasts and messages of no byte. `members`: the rank to note for each
    /// position. All ranks ask for it; `trace` outlives the runs.
    void record(TraceRecorder* trace, std::vector<Rank> members);

  private:
    /// One message, to or from a rank. `place`: bytes behind the vector, or (aside) behind the arrivals that are to be combined.
    struct Message {
        Rank peer = 0; ///< of a multicast, who sends it
        Index place = 0;
        bool aside = false;
        ByteBlock block;
        Index bytes = 0;
        int step = 0; ///< of the plan
    };
    /// What is combined for some elements: arrivals, in ascending order of their senders, and this rank's own among them.
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
    /// The messages of a phase but for its multicasts, each waited for by itself.
    void transfer_traced(Phase const& phase, std::byte* vector);
    void combine(Combination const& combination, std::byte* vector);

    Comm comm_;
    std::optional<Combiner> combiner_;
    std::vector<Phase> phases_;
    Buffer arrivals_;
    RequestSet requests_;
    TraceRecorder* trace_ = nullptr;
    std::vector<Rank> members_; // by position, for the trace
};

} // namespace tessera
