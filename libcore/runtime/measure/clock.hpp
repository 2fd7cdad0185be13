// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the clock that the ranks of a job measure with.
#pragma once

#include "libcore/runtime/mpi/comm.hpp"

namespace tessera {

/// Wall-clock seconds since some moment in the past, of this rank.
[[nodiscard]] double seconds_now();

/// The largest of all ranks' durations, on every rank. Collective.
[[nodiscard]] double slowest(Comm const& comm, double seconds);

} // namespace tessera
