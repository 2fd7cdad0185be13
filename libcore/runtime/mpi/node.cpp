// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which ranks share a node.
#include "libcore/runtime/mpi/node.hpp"

#include "libcore/runtime/mpi/mpi_error.hpp"

#include <algorithm>
#include <map>
#include <mpi.h>

namespace tessera {

std::vector<int> node_numbers(Comm const& comm) {
    MPI_Comm node = MPI_COMM_NULL;
    check_mpi(MPI_Comm_split_type(comm.handle(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node), "MPI_Comm_split_type");
    int first = comm.rank(); // of this node
    check_mpi(MPI_Bcast(&first, 1, MPI_INT, 0, node), "MPI_Bcast");
    check_mpi(MPI_Comm_free(&node), "MPI_Comm_free");
    std::vector<int> firsts(static_cast<std::size_t>(comm.size()));
    check_mpi(MPI_Allgather(&first, 1, MPI_INT, firsts.data(), 1, MPI_INT, comm.handle()), "MPI_Allgather");
    std::map<int, int> numbers;
    for (int const each : firsts) numbers.try_emplace(each, static_cast<int>(numbers.size()));
    for (int& each : firsts) each = numbers.at(each);
    return firsts;
}

bool shares_a_node(Comm const& comm) {
    return std::ranges::max(node_numbers(comm)) == 0;
}

} // namespace tessera
