// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the mapping of an array over all ranks, from the words of a command line.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/spec/parse.hpp"
#include "share/examples/demand.hpp"

#include <mpi.h>
#include <string>

namespace tessera::examples {

/// `declared` like "float A[100][100]" or "real A(100,100)", `mapped` like "(block,cyclic(8))".
inline Mapping mapping_of(std::string const& declared, std::string const& mapped) {
    Job const job = demand(parse_compact({{declared}, mapped, "", {}}, {Communicator::world().size(), nullptr}));
    return demand(Mapping::make(job.arrays.front().states.front()));
}

/// The sum of all ranks' counts, on every rank.
inline Index sum_of_all(Index count) {
    long long sum = count;
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

} // namespace tessera::examples
