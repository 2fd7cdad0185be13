// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the ranks that the processes of one communicator have in another one.
#include "libcore/runtime/mpi/rank_translation.hpp"

#include "libcore/runtime/mpi/mpi_error.hpp"

#include <numeric>

namespace tessera {

std::vector<Rank> ranks_in(MPI_Comm other, MPI_Comm comm) {
    MPI_Group here = MPI_GROUP_NULL;
    MPI_Group there = MPI_GROUP_NULL;
    check_mpi(MPI_Comm_group(comm, &here), "MPI_Comm_group");
    check_mpi(MPI_Comm_group(other, &there), "MPI_Comm_group");
    int size = 0;
    check_mpi(MPI_Group_size(here, &size), "MPI_Group_size");
    std::vector<Rank> own(as_size(size));
    std::iota(own.begin(), own.end(), 0);
    std::vector<Rank> ranks(own.size());
    check_mpi(MPI_Group_translate_ranks(here, size, own.data(), there, ranks.data()), "MPI_Group_translate_ranks");
    MPI_Group_free(&here);
    MPI_Group_free(&there);
    return ranks;
}

} // namespace tessera
