// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the table of the fastest broadcasts and reductions of a machine, measured.
#pragma once

#include "libcore/network/tuned_collective.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <functional>
#include <vector>

namespace tessera {

struct CollectiveTuningOptions {
    double seconds = 3;                  ///< about how long it may take; each algorithm runs once even so
    std::function<void(Index)> progress; ///< rows that are done; may be empty
};

/// The lengths that are measured, in bytes, ascending: 8 B to 16 MiB, each eight times the one before.
[[nodiscard]] std::vector<Index> tuned_lengths();

/// A row for each operation and length, among all ranks of `comm`, by which `auto` chooses (choose_collective): MPI's own, unless
/// one of ours was clearly faster. Broadcasts go out from rank 0, reductions add float64. Who takes twice as long as the best
/// leaves early, and of long vectors also who was far behind at the length before. Collective; the same on all ranks. Precondition:
/// at least two ranks.
[[nodiscard]] std::vector<TunedCollective> tune_collectives(Comm const& comm, CollectiveTuningOptions const& options);

} // namespace tessera
