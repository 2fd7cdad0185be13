// SPDX-License-Identifier: BSD-3-Clause
// Tessera: time, as the ranks of a job measure it.
#pragma once

#include "libcore/runtime/mpi/comm.hpp"

namespace tessera {

/// Wall-clock seconds since some moment in the past, of this rank.
[[nodiscard]] double seconds_now();

/// The largest of all ranks' durations, on every rank. Collective.
[[nodiscard]] double slowest(Comm const& comm, double seconds);

} // namespace tessera
