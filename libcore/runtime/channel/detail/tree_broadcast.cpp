// SPDX-License-Identifier: BSD-3-Clause
// Tessera: broadcasts a text with a known number of messages.
#include "libcore/runtime/channel/detail/tree_broadcast.hpp"

#include "libcore/base/index.hpp"
#include "libcore/runtime/channel/detail/patient_poll.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

namespace tessera {

namespace {

constexpr int tree_tag = 32001;

std::string receive_text(MPI_Comm comm, int from) {
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    int length = 0;
    auto const has_come = [&] { // a master may wait long for the other side
        int there = 0;
        check_mpi(MPI_Improbe(from, tree_tag, comm, &there, &message, &status), "MPI_Improbe");
        return there != 0;
    };
    static_cast<void>(poll_until(std::chrono::steady_clock::time_point::max(), has_come));
    check_mpi(MPI_Get_count(&status, MPI_CHAR, &length), "MPI_Get_count");
    std::string text(as_size(length), '\0');
    check_mpi(MPI_Mrecv(text.data(), length, MPI_CHAR, &message, MPI_STATUS_IGNORE), "MPI_Mrecv");
    return text;
}

} // namespace

std::string tree_broadcast(MPI_Comm comm, std::string text, int& messages) {
    int rank = 0;
    int size = 1;
    check_mpi(MPI_Comm_rank(comm, &rank), "MPI_Comm_rank");
    check_mpi(MPI_Comm_size(comm, &size), "MPI_Comm_size");
    int bit = 1; // the lowest set bit of the rank's number leads to its parent; rank 0 has no parent
    while (bit < size && (rank & bit) == 0) bit *= 2;
    if (rank != 0) {
        text = receive_text(comm, rank - bit);
        ++messages;
    }
    for (int child = bit / 2; child > 0; child /= 2) {
        if (rank + child >= size) continue;
        check_mpi(MPI_Send(text.data(), narrow<int>(text.size()), MPI_CHAR, rank + child, tree_tag, comm), "MPI_Send");
        ++messages;
    }
    return text;
}

} // namespace tessera
