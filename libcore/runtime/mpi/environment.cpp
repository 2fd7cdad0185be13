// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the lifetime of MPI within a program.
#include "libcore/runtime/mpi/environment.hpp"

#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"

#include <csignal>
#include <cstdlib>
#include <hdf5.h>

namespace tessera {

Environment::Environment(int& argc, char**& argv) {
    std::signal(SIGXFSZ, SIG_IGN);
    // HDF5 would try once more, when the program ends, to write what it could not write before.
    H5dont_atexit();
    check_mpi(MPI_Init(&argc, &argv), "MPI_Init");
    check_mpi(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    check_mpi(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
}

Environment::~Environment() {
    if (mpi_is_active()) MPI_Finalize();
}

void Environment::abort(int exit_code) noexcept {
    if (mpi_is_active()) MPI_Abort(MPI_COMM_WORLD, exit_code);
    std::_Exit(exit_code);
}

} // namespace tessera
