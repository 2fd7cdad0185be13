// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a network that changes data on its way: preloaded, it flips a bit of one message that rank BAD_NETWORK_RANK sends, the
// first after BAD_NETWORK_SKIP others.
#include <cstddef>
#include <cstdlib>
#include <map>
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

void flip(void const* data) {
    *const_cast<std::byte*>(static_cast<std::byte const*>(data)) ^= std::byte{1};
}

/// What the requests that are started again and again send from.
std::map<MPI_Request, void const*>& persistent_sends() {
    static std::map<MPI_Request, void const*> sends;
    return sends;
}

} // namespace

extern "C" int MPI_Isend(void const* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
    if (count > 0 && is_the_one()) flip(data);
    return PMPI_Isend(data, count, type, to, tag, comm, request);
}

extern "C" int MPI_Send_init(void const* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
    int const result = PMPI_Send_init(data, count, type, to, tag, comm, request);
    if (count > 0) persistent_sends()[*request] = data;
    return result;
}

extern "C" int MPI_Start(MPI_Request* request) {
    auto const send = persistent_sends().find(*request);
    if (send != persistent_sends().end() && is_the_one()) flip(send->second);
    return PMPI_Start(request);
}
