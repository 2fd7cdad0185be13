// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a network that changes data on its way: preloaded, it flips a bit of one message that rank BAD_NETWORK_RANK sends, the
// first after BAD_NETWORK_SKIP others.
#include <cstddef>
#include <cstdlib>
#include <mpi.h>

namespace {

int number(char const* name, int otherwise) {
    char const* const text = std::getenv(name);
    return text == nullptr ? otherwise : std::atoi(text);
}

bool is_the_one() {
    static int left = number("BAD_NETWORK_SKIP", 0);
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank == number("BAD_NETWORK_RANK", -1) && left-- == 0;
}

} // namespace

extern "C" int MPI_Isend(void const* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
    if (count > 0 && is_the_one()) *const_cast<std::byte*>(static_cast<std::byte const*>(data)) ^= std::byte{1};
    return PMPI_Isend(data, count, type, to, tag, comm, request);
}
