// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a broadcast or a reduction among ranks, by any algorithm.
#pragma once

#include "libcore/comm/collectives/collective_algorithm.hpp"
#include "libcore/runtime/comm/collectives/collective_runner.hpp"
#include "libcore/runtime/comm/collectives/mpi_collectives.hpp"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace tessera {

/// Planned once, executed as often as one likes. Move-only.
class Collective {
  public:
    /// Task and algorithm are of one kind; the task has as many ranks as `comm`, and `combiner` (of a reduction) its elements'
    /// length. An operation that is not commutative needs an algorithm that keeps_order (CollectiveTask::ordered chooses one); its
    /// operands stand in the order of the ranks. All ranks give the same. Collective.
    Collective(Comm const& comm, CollectiveAlgorithm const& algorithm, CollectiveTask const& task,
               std::optional<Combiner> combiner = std::nullopt);

    /// `vector`: the task's elements, aligned for their type. Before: this rank's (of a broadcast only the root's count). After:
    /// the result. Collective.
    void execute(std::byte* vector);

    /// execute() in two halves: until end() the vector is not touched. A reduction of MPI's own is under way between them; all else
    /// is done by end(). Collective, both; one is under way at a time.
    void begin(std::byte* vector);
    void end();

    /// As of CollectiveRunner::record. Precondition: it is not MPI's own.
    void record(TraceRecorder* trace, std::vector<Rank> members) { runner_->record(trace, std::move(members)); }

    /// Nothing where the algorithm is MPI's own.
    [[nodiscard]] std::optional<CollectivePlan> const& plan() const { return plan_; }

  private:
    CollectiveTask task_;
    std::optional<Combiner> combiner_;
    std::optional<CollectivePlan> plan_;
    std::optional<CollectiveRunner> runner_;
    std::optional<Comm> comm_;    // for MPI's own
    std::byte* vector_ = nullptr; // of what is under way
    bool under_way_ = false;
    std::optional<StartedAllreduce> started_;
};

} // namespace tessera
