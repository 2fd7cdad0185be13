// SPDX-License-Identifier: BSD-3-Clause
// Tessera: measured times of broadcasts and reductions on a machine, from which `auto` chooses the fastest algorithm.
#pragma once

#include "libcore/base/index.hpp"

#include <span>
#include <string>
#include <string_view>

namespace tessera {

/// The fastest algorithm of one operation for a number of ranks and a vector length, and its time.
struct TunedCollective {
    std::string operation; ///< "broadcast" or "reduce"
    int ranks = 2;         ///< >= 1
    Index bytes = 8;       ///< length of the vector, >= 1
    std::string algorithm; ///< name of the algorithm; "mpi" if none was clearly faster than MPI's own
    double time = 0;       ///< seconds per execution
    double mpi_time = 0;   ///< seconds per execution of MPI's own
};

/// Returns the row of this operation and exactly this number of ranks whose vector length is nearest to `bytes` (>= 0) as a ratio.
/// If two rows are equally near, returns the shorter one. Returns null if no row is within a factor of eight: the measurements do
/// not apply then.
[[nodiscard]] TunedCollective const* nearest_tuned(std::span<TunedCollective const> table, std::string_view operation, int ranks,
                                                   Index bytes);

} // namespace tessera
