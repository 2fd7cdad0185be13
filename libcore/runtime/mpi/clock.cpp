// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the clock for measurements over the ranks of a job.
#include "libcore/runtime/mpi/clock.hpp"

#include "libcore/runtime/mpi/mpi_error.hpp"

#include <mpi.h>

namespace tessera {

double seconds_now() {
    return MPI_Wtime();
}

double slowest(Comm const& comm, double seconds) {
    double result = 0;
    check_mpi(MPI_Allreduce(&seconds, &result, 1, MPI_DOUBLE, MPI_MAX, comm.handle()), "MPI_Allreduce");
    return result;
}

} // namespace tessera
