// SPDX-License-Identifier: BSD-3-Clause
// Tessera: collectives run against each other, and `auto` by what was measured.
#pragma once

#include "libcore/runtime/measure/collective_contest.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// Each of them in every round, in turns, so that a slow moment of the machine meets them all; a first round is not counted. They
/// work on a vector of their own. Task and combiner: as of Collective. Collective over `comm`; all ranks give the same.
[[nodiscard]] std::vector<RacedCollective> race_collectives(Comm const& comm, std::span<CollectiveAlgorithm const* const> entrants,
                                                            CollectiveTask const& task, std::optional<Combiner> const& combiner,
                                                            int rounds);

/// All that can run here, MPI's own first. Multicasts are MPI_Bcast's and out of it; plans in which a rank writes to all others are
/// for up to 64 ranks.
[[nodiscard]] std::vector<CollectiveAlgorithm const*> raced_algorithms(CollectiveTask const& task);

/// Who is taken after a race, and what MPI's own took in it.
struct CollectiveVerdict {
    RacedCollective winner;
    RacedCollective mpi;
};

/// MPI's own, unless one of ours was clearly faster (by a twentieth). Precondition: MPI's own is among them.
[[nodiscard]] CollectiveVerdict verdict_of(std::span<RacedCollective const> raced);

/// MPI's own, unless one of ours was clearly faster: first all of them for a few rounds, then those that were near the best for
/// more, until they are told apart or a second has passed. For work that is repeated: it costs some dozen executions of each.
/// Collective over `comm`; the same on all ranks.
[[nodiscard]] CollectiveChoice measured_collective(Comm const& comm, CollectiveTask const& task,
                                                   std::optional<Combiner> const& combiner);

} // namespace tessera
