// SPDX-License-Identifier: BSD-3-Clause
// Tessera: times rounds of messages among the ranks of a job.
#include "cli/distbench/measure/port_timer.hpp"

#include "libcore/base/median.hpp"
#include "libcore/runtime/mpi/clock.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <vector>

namespace tessera::measure {

namespace {

constexpr int fewest_rounds = 15;
constexpr int most_rounds = 2000;
constexpr int pilot_rounds = 5;

double median_round(int rounds, std::function<void()> const& round) {
    std::vector<double> seconds;
    for (int i = 0; i < rounds; ++i) {
        double const start = seconds_now();
        round();
        seconds.push_back(seconds_now() - start);
    }
    return median_of(std::move(seconds));
}

void send(Communicator const& comm, int to, Buffer const& data, int bytes) {
    check_mpi(MPI_Send(data.data(), bytes, MPI_BYTE, to, 0, comm.handle()), "MPI_Send");
}

void receive(Communicator const& comm, int from, Buffer& data, int bytes) {
    check_mpi(MPI_Recv(data.data(), bytes, MPI_BYTE, from, 0, comm.handle(), MPI_STATUS_IGNORE), "MPI_Recv");
}

} // namespace

PortTimer::PortTimer(Communicator const& comm, Index most_bytes) : comm_(comm), outgoing_(most_bytes), incoming_(most_bytes) {
    outgoing_.clear();
    incoming_.clear();
}

double PortTimer::ping_pong(Index bytes, double budget) {
    int const size = narrow<int>(bytes);
    return 0.5 * median_of(budget, comm_.rank() < 2, [&] {
               if (comm_.rank() == 0) send(comm_, 1, outgoing_, size);
               receive(comm_, 1 - comm_.rank(), incoming_, size);
               if (comm_.rank() == 1) send(comm_, 0, outgoing_, size);
           });
}

double PortTimer::both_ways(Partners partners, Index bytes, double budget) {
    int const size = narrow<int>(bytes);
    return median_of(budget, partners.to != MPI_PROC_NULL, [&] {
        check_mpi(MPI_Sendrecv(outgoing_.data(), size, MPI_BYTE, partners.to, 0, incoming_.data(), size, MPI_BYTE, partners.from, 0,
                               comm_.handle(), MPI_STATUS_IGNORE),
                  "MPI_Sendrecv");
    });
}

double PortTimer::median_of(double budget, bool takes_part, std::function<void()> const& round) const {
    comm_.sleep_until_all();
    double const pilot = takes_part ? median_round(pilot_rounds, round) : 0;
    double const estimate = std::max(slowest(comm_, pilot), 1e-9);
    int const rounds = static_cast<int>(std::clamp(budget / estimate, double{fewest_rounds}, double{most_rounds}));
    double const mine = takes_part ? median_round(rounds, round) : 0;
    comm_.sleep_until_all();
    return slowest(comm_, mine);
}

} // namespace tessera::measure
