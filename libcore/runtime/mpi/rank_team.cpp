// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a team of ranks on one node, where one rank works with threads on the processors of all.
#include "libcore/runtime/mpi/rank_team.hpp"

#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/processors.hpp"

#include <chrono>
#include <mpi.h>
#include <thread>

namespace tessera {

namespace {

constexpr int told_tag = 32006;
constexpr std::chrono::milliseconds nap{2}; // a working rank waits for a resting rank only at the end

Communicator team_of(Communicator const& world) {
    Communicator const node = world.split_by_node();
    return node.split(node.rank() / RankTeam::most_members);
}

} // namespace

RankTeam::RankTeam(Communicator const& world)
    : members_(team_of(world)), working_ranks_(world.split(works() ? 0 : 1)), own_(allowed_processors()) {
    cpu_set_t const all = processors_of_any(members_);
    if (works()) sched_setaffinity(0, sizeof all, &all); // if the system refuses, this rank keeps its own processors
}

RankTeam::~RankTeam() {
    if (works()) sched_setaffinity(0, sizeof own_, &own_);
}

bool RankTeam::stop_requested() {
    int there = 0;
    MPI_Status status{};
    check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, told_tag, members_.handle(), &there, &status), "MPI_Iprobe");
    if (there == 0) return told_ > 0;
    check_mpi(MPI_Recv(nullptr, 0, MPI_BYTE, status.MPI_SOURCE, told_tag, members_.handle(), MPI_STATUS_IGNORE), "MPI_Recv");
    ++told_;
    return true;
}

void RankTeam::wake(int number) {
    MPI_Request dismissed = MPI_REQUEST_NULL;
    check_mpi(MPI_Ibcast(&number, 1, MPI_INT, 0, members_.handle(), &dismissed), "MPI_Ibcast");
    check_mpi(MPI_Wait(&dismissed, MPI_STATUS_IGNORE), "MPI_Wait");
    int sent = 0;
    int const mine = 0;
    check_mpi(MPI_Reduce(&mine, &sent, 1, MPI_INT, MPI_SUM, 0, members_.handle()), "MPI_Reduce");
    for (; told_ < sent; ++told_)
        check_mpi(MPI_Recv(nullptr, 0, MPI_BYTE, MPI_ANY_SOURCE, told_tag, members_.handle(), MPI_STATUS_IGNORE), "MPI_Recv");
}

int RankTeam::rest(std::function<bool()> const& asked) {
    int number = 0;
    MPI_Request dismissed = MPI_REQUEST_NULL;
    MPI_Request told = MPI_REQUEST_NULL;
    check_mpi(MPI_Ibcast(&number, 1, MPI_INT, 0, members_.handle(), &dismissed), "MPI_Ibcast");
    for (int done = 0; done == 0;) {
        std::this_thread::sleep_for(nap);
        if (told_ == 0 && asked()) {
            check_mpi(MPI_Isend(nullptr, 0, MPI_BYTE, 0, told_tag, members_.handle(), &told), "MPI_Isend");
            told_ = 1;
        }
        check_mpi(MPI_Test(&dismissed, &done, MPI_STATUS_IGNORE), "MPI_Test");
    }
    check_mpi(MPI_Reduce(&told_, nullptr, 1, MPI_INT, MPI_SUM, 0, members_.handle()), "MPI_Reduce");
    check_mpi(MPI_Wait(&told, MPI_STATUS_IGNORE), "MPI_Wait");
    return number;
}

} // namespace tessera
