// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the boundary of collective functions of the C interface.
#include "libcore/api/c/collective_call.hpp"

#include "libcore/runtime/mpi/mpi_error.hpp"

namespace tessera::api {

Result<void> check_communicator(MPI_Comm comm) {
    if (!mpi_is_active()) return fail("MPI is not initialized, or is finalized already");
    if (comm == MPI_COMM_NULL) return fail("the communicator is MPI_COMM_NULL");
    int between_groups = 0;
    check_mpi(MPI_Comm_test_inter(comm, &between_groups), "MPI_Comm_test_inter");
    if (between_groups != 0) return fail("the communicator connects two groups; expected one of a single group");
    return {};
}

} // namespace tessera::api
