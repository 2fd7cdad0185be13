// SPDX-License-Identifier: BSD-3-Clause
// Tessera: races collectives until their times can be distinguished.
#pragma once

#include "libcore/comm/collectives/collective_choice.hpp"
#include "libcore/runtime/comm/collectives/collective.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// Time of one algorithm for one execution, in seconds: the median over the rounds of the slowest rank's time. The same on all
/// ranks.
struct RacedCollective {
    CollectiveAlgorithm const* algorithm = nullptr;
    double seconds = 0;
};

/// A race of collective algorithms. Each round runs all that are still in the race, so that a slow moment of the machine
/// affects all. They work on a vector of the contest. Broadcasts rotate their root, beginning with the task's. With one fixed
/// root, consecutive broadcasts would overlap and the root would run ahead. All functions are collective over the communicator
/// and return the same on all its ranks. Move-only.
class CollectiveContest {
  public:
    /// Task and combiner: as for Collective. The entrants have the task's kind. All ranks pass the same arguments.
    CollectiveContest(Communicator const& comm, std::span<CollectiveAlgorithm const* const> entrants, CollectiveTask const& task,
                      std::optional<Combiner> const& combiner);

    /// Runs `rounds` (>= 1) more rounds. The very first round is preceded by one that is not counted.
    void run(int rounds);

    /// Removes every entrant that takes more than `factor` times as long as the fastest, except MPI's own. Precondition: run()
    /// was called.
    void keep_within(double factor);

    /// Runs rounds until the fastest entrant can be distinguished from all others still in the race. Stops after `most_rounds`
    /// rounds in all or about `seconds`. Two entrants are distinguished if one was faster in three quarters of the rounds.
    void settle(int most_rounds, double seconds);

    [[nodiscard]] int rounds() const { return rounds_; }
    /// Returns the medians of all entrants in their order, including those removed. Precondition: run() was called.
    [[nodiscard]] std::vector<RacedCollective> medians() const;
    /// Returns the medians of the entrants still in the race, in their order.
    [[nodiscard]] std::vector<RacedCollective> standing() const;

  private:
    struct Entrant {
        CollectiveAlgorithm const* algorithm;
        std::vector<Collective> collectives; // one per root in the rotation
        std::vector<double> seconds;         // of one execution, per round
        bool is_in = true;

        [[nodiscard]] double median() const;
    };

    /// Returns the fastest entrant still in the race.
    [[nodiscard]] Entrant const& fastest() const;
    [[nodiscard]] bool told_apart() const;
    void run_round(bool counts);

    Communicator const& comm_;
    int executions_;
    std::size_t turn_ = 0; // counts executions, to choose the next root
    int rounds_ = 0;
    Buffer vector_;
    std::vector<Entrant> entrants_;
};

} // namespace tessera
