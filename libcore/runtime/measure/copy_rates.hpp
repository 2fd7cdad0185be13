// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how fast messages are packed on the machine the job runs on.
#pragma once

#include "libcore/network/machine.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <vector>

namespace tessera {

/// All ranks copying at once; the slowest rank's median.
struct CopyRates {
    double gapless = 0; ///< seconds per byte: from one stretch of memory to another
    double strided = 0; ///< seconds per byte: elements of 8 bytes, gathered from every eighth place
    /// Seconds for a stretch, beside its bytes, that lies on pages of its own and in no cache near a core: of 8 bytes, as an
    /// element of a row of a matrix that is stored by columns, and longer. Ascending in both.
    std::vector<StretchTime> gather;
};

/// Collective. Takes about `seconds`.
[[nodiscard]] CopyRates measure_copies(Comm const& comm, double seconds);

} // namespace tessera
