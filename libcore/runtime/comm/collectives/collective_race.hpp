// SPDX-License-Identifier: BSD-3-Clause
// Tessera: races collectives and chooses `auto` by the measured times.
#pragma once

#include "libcore/runtime/comm/collectives/collective_contest.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// Races the entrants and returns their medians. Each round runs all of them, so that a slow moment of the machine affects
/// all; a first round is not counted. They work on their own vector. Task and combiner: as for Collective. Collective over
/// `comm`; all ranks pass the same arguments.
[[nodiscard]] std::vector<RacedCollective> race_collectives(Communicator const& comm,
                                                            std::span<CollectiveAlgorithm const* const> entrants,
                                                            CollectiveTask const& task, std::optional<Combiner> const& combiner,
                                                            int rounds);

/// Returns all algorithms that can run here, MPI's own first. Multicasts use MPI_Bcast and are excluded. Plans in which a rank
/// writes to all others are included for up to 64 ranks.
[[nodiscard]] std::vector<CollectiveAlgorithm const*> raced_algorithms(CollectiveTask const& task);

/// The winner of a race, and the time of MPI's own.
struct CollectiveVerdict {
    RacedCollective winner;
    RacedCollective mpi;
};

/// Returns MPI's own, unless one of ours took less than 95 % of its time. Precondition: MPI's own is among `raced`.
[[nodiscard]] CollectiveVerdict verdict_of(std::span<RacedCollective const> raced);

/// Returns MPI's own, unless one of ours was clearly faster. It races all algorithms for a few rounds. Those near the best run
/// on until they can be distinguished or a second has passed. For repeated work: this costs some dozen executions of each.
/// Collective over `comm`; the same on all ranks.
[[nodiscard]] CollectiveChoice measured_collective(Communicator const& comm, CollectiveTask const& task,
                                                   std::optional<Combiner> const& combiner);

} // namespace tessera
