// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how many processors each rank has.
#include "libcore/runtime/mpi/processors.hpp"

#include "libcore/runtime/mpi/mpi_error.hpp"

#include <algorithm>
#include <mpi.h>
#include <sched.h>
#include <vector>

namespace tessera {

namespace {

/// None where the system does not say: it has more than there is room for.
cpu_set_t allowed_processors() {
    cpu_set_t mask;
    CPU_ZERO(&mask);
    if (sched_getaffinity(0, sizeof mask, &mask) != 0) CPU_ZERO(&mask);
    return mask;
}

} // namespace

int processors_of_each(Comm const& comm) {
    Comm const node = comm.split_by_node();
    cpu_set_t const mine = allowed_processors();
    std::vector<cpu_set_t> all(as_size(node.size()));
    check_mpi(MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE, node.handle()), "MPI_Allgather");
    auto const sharing = std::ranges::count_if(all, [&](cpu_set_t const& other) { return CPU_EQUAL(&mine, &other) != 0; });
    int share = std::max(1, CPU_COUNT(&mine) / static_cast<int>(sharing));
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, &share, 1, MPI_INT, MPI_MIN, comm.handle()), "MPI_Allreduce");
    return share;
}

} // namespace tessera
