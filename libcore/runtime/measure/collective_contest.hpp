// SPDX-License-Identifier: BSD-3-Clause
// Tessera: collectives run against each other for as long as it takes to tell them apart.
#pragma once

#include "libcore/comm/collectives/collective_choice.hpp"
#include "libcore/runtime/comm/collectives/collective.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// What one algorithm took: the median over the rounds of the slowest rank's seconds for one execution. The same on all ranks.
struct RacedCollective {
    CollectiveAlgorithm const* algorithm = nullptr;
    double seconds = 0;
};

/// Who is still in it, all in turns in every round, so that a slow moment of the machine meets them all. They work on one vector of
/// the contest's own. Broadcasts rotate their root, beginning with the task's: from one root in a row they would overlap, and the
/// root would run ahead. Everything is collective over the communicator, and says the same on all its ranks. Move-only.
class CollectiveContest {
  public:
    /// Task and combiner: as of Collective; the entrants are of the task's kind. All ranks give the same.
    CollectiveContest(Comm const& comm, std::span<CollectiveAlgorithm const* const> entrants, CollectiveTask const& task,
                      std::optional<Combiner> const& combiner);

    /// So many rounds (>= 1) more; before the first comes one that is not counted.
    void run(int rounds);

    /// Who takes over `factor` times as long as the fastest leaves; MPI's own never does. Precondition: a round was run.
    void keep_within(double factor);

    /// Until the fastest of ours and MPI's own, and all others still in, are told apart, but for no more rounds in all than
    /// `most_rounds` and for about `seconds`. Told apart are two of which one was the faster in three quarters of the rounds.
    void settle(int most_rounds, double seconds);

    [[nodiscard]] int rounds() const { return rounds_; }
    /// Of all entrants in their order, also those that have left. Precondition: a round was run.
    [[nodiscard]] std::vector<RacedCollective> medians() const;
    /// Of those still in, in their order.
    [[nodiscard]] std::vector<RacedCollective> standing() const;

  private:
    struct Entrant {
        CollectiveAlgorithm const* algorithm;
        std::vector<Collective> collectives; // one for each root that takes turns
        std::vector<double> seconds;         // of one execution, per round
        bool is_in = true;

        [[nodiscard]] double median() const;
    };

    /// Of those still in.
    [[nodiscard]] Entrant const& fastest() const;
    [[nodiscard]] bool told_apart() const;
    void run_round(bool counts);

    Comm const& comm_;
    int executions_;
    std::size_t turn_ = 0; // of the roots, for the next execution
    int rounds_ = 0;
    Buffer vector_;
    std::vector<Entrant> entrants_;
};

} // namespace tessera
