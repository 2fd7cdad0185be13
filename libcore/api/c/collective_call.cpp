// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the boundary of collective functions of the C interface.
#include "libcore/api/c/collective_call.hpp"

#include "libcore/api/c/tessera_mpi.h"
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

int tessera_agree(char const* error, MPI_Comm comm) {
    return tessera::api::guarded_together(
        __func__, comm, {},
        [&](tessera::Communicator const&) -> tessera::Result<void> {
            if (error != nullptr) return tessera::fail(error);
            return {};
        },
        [] { return tessera::Result<void>(); });
}

int tessera_agree_f(char const* error, MPI_Fint comm) {
    return tessera_agree(error, MPI_Comm_f2c(comm));
}
