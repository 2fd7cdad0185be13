// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how fast messages are packed on the machine the job runs on.
#pragma once

#include "libcore/runtime/mpi/comm.hpp"

namespace tessera {

/// All ranks copying at once; the slowest rank's median.
struct CopyRates {
    double gapless = 0; ///< seconds per byte: from one stretch of memory to another
    double strided = 0; ///< seconds per byte: elements of 8 bytes, gathered from every eighth place
    double gather = 0; ///< seconds for an element of 8 bytes on a page of its own, in no cache, beside its bytes: a row of a matrix
                       ///< that is stored by columns
};

/// Collective. Takes about `seconds`.
[[nodiscard]] CopyRates measure_copies(Comm const& comm, double seconds);

} // namespace tessera
