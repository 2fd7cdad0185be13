// SPDX-License-Identifier: BSD-3-Clause
// Tessera: measures how fast this machine packs messages.
#pragma once

#include "libcore/network/machine.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <vector>

namespace tessera {

/// Copy rates while all ranks copy at once: the slowest rank's median.
struct CopyRates {
    double gapless = 0; ///< seconds per byte for copying contiguous memory
    double strided = 0; ///< seconds per byte for gathering elements of 8 bytes, 64 bytes apart
    /// Extra seconds per contiguous run, beyond the time for its bytes, if each run is on its own pages and in no cache near a
    /// core. Runs of 8 bytes are elements of a row of a matrix stored by columns. Ascending in length and time.
    std::vector<PackingOverhead> gather;
};

/// Measures the copy rates. Takes about `seconds`. Collective.
[[nodiscard]] CopyRates measure_copies(Communicator const& comm, double seconds);

} // namespace tessera
