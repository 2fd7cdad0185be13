// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which ranks share a node.
#include "libcore/runtime/node.hpp"

#include "libcore/runtime/mpi_error.hpp"

#include <mpi.h>

namespace tessera {

bool shares_a_node(Comm const& comm) {
    MPI_Comm node = MPI_COMM_NULL;
    check_mpi(MPI_Comm_split_type(comm.handle(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node), "MPI_Comm_split_type");
    int size = 0;
    check_mpi(MPI_Comm_size(node, &size), "MPI_Comm_size");
    check_mpi(MPI_Comm_free(&node), "MPI_Comm_free");
    int const mine = size == comm.size() ? 1 : 0;
    int all = 0;
    check_mpi(MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, comm.handle()), "MPI_Allreduce");
    return all != 0;
}

} // namespace tessera
