// SPDX-License-Identifier: BSD-3-Clause
// Tessera: spreads a stop request on one rank to all ranks while they work.
#include "libcore/runtime/mpi/stop_flag.hpp"

#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <utility>

namespace tessera {

namespace {

constexpr int stop_tag = 32005;

std::vector<Rank> tree_neighbours(Rank rank, int ranks) {
    std::vector<Rank> neighbours;
    if (rank > 0) neighbours.push_back((rank - 1) / 2);
    for (Rank const child : {2 * rank + 1, 2 * rank + 2})
        if (child < ranks) neighbours.push_back(child);
    return neighbours;
}

} // namespace

StopFlag::StopFlag(Communicator const& comm, std::function<bool()> asked)
    : comm_(comm), asked_(std::move(asked)), silent_(tree_neighbours(comm.rank(), comm.size())) {}

bool StopFlag::stop_requested() {
    if (!asked_ || knows_) return knows_;
    int there = 0;
    MPI_Status status{};
    check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, stop_tag, comm_.handle(), &there, &status), "MPI_Iprobe");
    if (there != 0) take(status.MPI_SOURCE);
    if (there != 0 || asked_()) raise();
    return knows_;
}

bool StopFlag::agreed() {
    if (!asked_ || agreed_) return agreed_;
    agreed_ = on_any(comm_, stop_requested());
    if (!agreed_) return false;
    raise();
    while (!silent_.empty()) take(silent_.back());
    check_mpi(MPI_Waitall(narrow<int>(sent_.size()), sent_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    return true;
}

void StopFlag::raise() {
    if (knows_) return;
    knows_ = true;
    for (Rank const neighbour : tree_neighbours(comm_.rank(), comm_.size())) {
        sent_.push_back(MPI_REQUEST_NULL);
        check_mpi(MPI_Isend(nullptr, 0, MPI_BYTE, neighbour, stop_tag, comm_.handle(), &sent_.back()), "MPI_Isend");
    }
}

void StopFlag::take(Rank from) {
    check_mpi(MPI_Recv(nullptr, 0, MPI_BYTE, from, stop_tag, comm_.handle(), MPI_STATUS_IGNORE), "MPI_Recv");
    std::erase(silent_, from);
}

} // namespace tessera
