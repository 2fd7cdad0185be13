// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how fast messages are packed on the machine the job runs on.
#pragma once

#include "libcore/runtime/mpi/comm.hpp"

namespace tessera {

/// Seconds per byte, all ranks copying at once; the slowest rank's median.
struct CopyRates {
    double gapless = 0; ///< from one stretch of memory to another
    double strided = 0; ///< elements of 8 bytes, gathered from every eighth place
};

/// Collective. Takes about `seconds`.
[[nodiscard]] CopyRates measure_copies(Comm const& comm, double seconds);

} // namespace tessera
