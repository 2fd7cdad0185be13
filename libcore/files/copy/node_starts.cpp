// SPDX-License-Identifier: BSD-3-Clause
// Tessera: identifies the machines of a copy and their last boot.
#include "libcore/files/copy/node_starts.hpp"

#include "libcore/base/sort_unique.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"

#include <fstream>
#include <mpi.h>
#include <string>
#include <vector>
#include <xxhash.h>

namespace tessera {

namespace {

std::uint64_t start_of_this_node() {
    std::string id;
    std::ifstream("/proc/sys/kernel/random/boot_id") >> id;
    return id.empty() ? 0 : XXH3_64bits(id.data(), id.size());
}

} // namespace

std::uint64_t starts_of_nodes(Communicator const& comm) {
    std::uint64_t const mine = start_of_this_node();
    std::vector<std::uint64_t> all(as_size(comm.size()));
    check_mpi(MPI_Allgather(&mine, 1, MPI_UINT64_T, all.data(), 1, MPI_UINT64_T, comm.handle()), "MPI_Allgather");
    sort_unique(all);
    if (all.front() == 0) return 0;
    return XXH3_64bits(all.data(), all.size() * sizeof all[0]);
}

} // namespace tessera
