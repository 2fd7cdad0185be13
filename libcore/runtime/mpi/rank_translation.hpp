// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the ranks that the processes of one communicator have in another one.
#pragma once

#include "libcore/base/index.hpp"

#include <mpi.h>
#include <vector>

namespace tessera {

/// Returns the rank in `other` of each process of `comm`, in the order of their ranks in `comm`. MPI_UNDEFINED: the process is not
/// in `other`. Not collective.
[[nodiscard]] std::vector<Rank> ranks_in(MPI_Comm other, MPI_Comm comm);

} // namespace tessera
