// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a broadcast or a reduction among ranks by any algorithm.
#pragma once

#include "libcore/comm/collectives/collective_algorithm.hpp"
#include "libcore/runtime/comm/collectives/collective_runner.hpp"
#include "libcore/runtime/comm/collectives/mpi_collectives.hpp"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace tessera {

/// A broadcast or a reduction. Planned once, executed any number of times. Move-only.
class Collective {
  public:
    /// Task and algorithm are of one kind. The task has as many ranks as `comm`. `combiner` (for a reduction) has the task's
    /// element length. An operation that is not commutative needs an algorithm with keeps_order (CollectiveTask::ordered
    /// chooses one); its operands keep the order of ranks. All ranks pass the same arguments. Collective.
    Collective(Communicator const& comm, CollectiveAlgorithm const& algorithm, CollectiveTask const& task,
               std::optional<Combiner> combiner = std::nullopt);

    /// `vector`: the task's elements, aligned for their type. Before: this rank's elements (a broadcast uses only the root's).
    /// After: the result. Collective.
    void execute(std::byte* vector);

    /// The two halves of execute(). The vector must not be touched until end(). A reduction of MPI's own travels between them;
    /// end() does everything else. Both are collective; one execution may be in progress at a time.
    void begin(std::byte* vector);
    void end();

    /// Records as CollectiveRunner::record. Precondition: the algorithm is not MPI's own.
    void record(TraceRecorder* trace, std::vector<Rank> members) { runner_->record(trace, std::move(members)); }

    /// Returns the plan. Empty if the algorithm is MPI's own.
    [[nodiscard]] std::optional<CollectivePlan> const& plan() const { return plan_; }

  private:
    CollectiveTask task_;
    std::optional<Combiner> combiner_;
    std::optional<CollectivePlan> plan_;
    std::optional<CollectiveRunner> runner_;
    std::optional<Communicator> comm_; // for MPI's own
    std::byte* vector_ = nullptr;      // of the execution in progress
    bool under_way_ = false;
    std::optional<StartedAllreduce> started_;
};

} // namespace tessera
