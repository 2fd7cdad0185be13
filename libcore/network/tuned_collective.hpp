// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what broadcasts and reductions took on a machine: the table that `auto` looks the fastest algorithm up in.
#pragma once

#include "libcore/base/index.hpp"

#include <span>
#include <string>
#include <string_view>

namespace tessera {

/// The fastest algorithm of one operation among so many ranks with a vector so long, and what it took.
struct TunedCollective {
    std::string operation; ///< "broadcast" or "reduce"
    int ranks = 2;         ///< >= 1
    Index bytes = 8;       ///< of the vector, >= 1
    std::string algorithm; ///< its name; "mpi" where nothing was clearly faster than MPI's own
    double time = 0;       ///< of one execution, s
    double mpi_time = 0;   ///< of one execution of MPI's own, s
};

/// The row of that operation and exactly so many ranks whose vector is nearest to `bytes` (>= 0) as a ratio, the shorter of two
/// that are as near. Null where none is within a factor of eight: there nothing was measured that would tell.
[[nodiscard]] TunedCollective const* nearest_tuned(std::span<TunedCollective const> table, std::string_view operation, int ranks,
                                                   Index bytes);

} // namespace tessera
