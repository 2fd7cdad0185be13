// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the clock for measurements over the ranks of a job.
#include "libcore/runtime/mpi/clock.hpp"

#include "libcore/runtime/mpi/reductions.hpp"

#include <mpi.h>

namespace tessera {

double seconds_now() {
    return MPI_Wtime();
}

double slowest(Communicator const& comm, double seconds) {
    return all_max(comm, seconds);
}

} // namespace tessera
