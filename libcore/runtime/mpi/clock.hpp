// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the clock for measurements over the ranks of a job.
#pragma once

#include "libcore/runtime/mpi/communicator.hpp"

namespace tessera {

/// Returns the wall-clock time of this rank, in seconds since some moment in the past.
[[nodiscard]] double seconds_now();

/// Returns the maximum of all ranks' durations, on every rank. Collective.
[[nodiscard]] double slowest(Communicator const& comm, double seconds);

} // namespace tessera
