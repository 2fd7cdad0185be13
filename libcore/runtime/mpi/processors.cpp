// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the processors that each rank may use.
#include "libcore/runtime/mpi/processors.hpp"

#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <mpi.h>
#include <sched.h>
#include <vector>

namespace tessera {

cpu_set_t allowed_processors() {
    cpu_set_t mask;
    CPU_ZERO(&mask);
    if (sched_getaffinity(0, sizeof mask, &mask) != 0) CPU_ZERO(&mask);
    return mask;
}

namespace {

/// Returns the allowed processors of each rank.
std::vector<cpu_set_t> allowed_to_each(Communicator const& node) {
    cpu_set_t const mine = allowed_processors();
    std::vector<cpu_set_t> all(as_size(node.size()));
    check_mpi(MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE, node.handle()), "MPI_Allgather");
    return all;
}

} // namespace

cpu_set_t processors_of_any(Communicator const& node) {
    cpu_set_t any;
    CPU_ZERO(&any);
    for (cpu_set_t const& each : allowed_to_each(node)) CPU_OR(&any, &any, &each);
    return any;
}

int processors_of_each(Communicator const& comm) {
    cpu_set_t const mine = allowed_processors();
    auto const all = allowed_to_each(comm.split_by_node());
    auto const sharing = std::ranges::count_if(all, [&](cpu_set_t const& other) { return CPU_EQUAL(&mine, &other) != 0; });
    return all_min(comm, std::max(1, CPU_COUNT(&mine) / static_cast<int>(sharing)));
}

} // namespace tessera
