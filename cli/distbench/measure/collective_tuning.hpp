// SPDX-License-Identifier: BSD-3-Clause
// Tessera: measures a machine's table of the fastest broadcasts and reductions.
#pragma once

#include "libcore/network/tuned_collective.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <functional>
#include <vector>

namespace tessera {

struct CollectiveTuningOptions {
    double seconds = 3;                  ///< approximate duration; each algorithm runs at least once
    std::function<void(Index)> progress; ///< called with the number of finished rows; may be empty
};

/// Returns the measured lengths in bytes, ascending: 8 B to 16 MiB, each eight times the previous.
[[nodiscard]] std::vector<Index> tuned_lengths();

/// Returns a row per operation and length among all ranks of `comm`; choose_collective uses it for `auto`. A row names MPI's
/// own, unless one of ours was clearly faster. Broadcasts rotate their root from rank 0; reductions sum float64.
/// Algorithms that take twice as long as the best leave early. For long vectors, those far behind at the previous length do
/// not run. Collective; the same on all ranks. Precondition: at least two ranks.
[[nodiscard]] std::vector<TunedCollective> tune_collectives(Communicator const& comm, CollectiveTuningOptions const& options);

} // namespace tessera
