// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how long messages take between the ranks of the running job.
#include "libcore/runtime/measure/port_times.hpp"

#include "libcore/runtime/buffer.hpp"
#include "libcore/runtime/clock.hpp"
#include "libcore/runtime/mpi_error.hpp"
#include "libcore/runtime/narrow.hpp"

#include <algorithm>
#include <cassert>
#include <mpi.h>
#include <optional>

namespace tessera {

namespace {

constexpr int fewest_rounds = 15;
constexpr int most_rounds = 2000;
constexpr int pilot_rounds = 5;

/// Whom a rank sends to and receives from in each round; nobody: it rests.
struct Partners {
    int to = MPI_PROC_NULL;
    int from = MPI_PROC_NULL;
};

Partners pair_of(Comm const& comm) {
    int const partner = comm.rank() ^ 1;
    return partner < comm.size() ? Partners{partner, partner} : Partners{};
}

Partners neighbours_of(Comm const& comm) {
    return {(comm.rank() + 1) % comm.size(), (comm.rank() + comm.size() - 1) % comm.size()};
}

class PortTimer {
  public:
    explicit PortTimer(Comm const& comm, Index most_bytes) : comm_(comm), outgoing_(most_bytes), incoming_(most_bytes) {
        outgoing_.clear();
        incoming_.clear();
    }

    /// Seconds of a message there and back, halved.
    double ping_pong(Index bytes, double budget) {
        int const size = narrow<int>(bytes);
        return 0.5 * median_of(budget, comm_.rank() < 2, [&] {
                   if (comm_.rank() == 0) send(1, size);
                   receive(1 - comm_.rank(), size);
                   if (comm_.rank() == 1) send(0, size);
               });
    }

    double both_ways(Partners partners, Index bytes, double budget) {
        int const size = narrow<int>(bytes);
        return median_of(budget, partners.to != MPI_PROC_NULL, [&] {
            check_mpi(MPI_Sendrecv(outgoing_.data(), size, MPI_BYTE, partners.to, 0, incoming_.data(), size, MPI_BYTE,
                                   partners.from, 0, comm_.handle(), MPI_STATUS_IGNORE),
                      "MPI_Sendrecv");
        });
    }

  private:
    void send(int to, int bytes) { check_mpi(MPI_Send(outgoing_.data(), bytes, MPI_BYTE, to, 0, comm_.handle()), "MPI_Send"); }
    void receive(int from, int bytes) {
        check_mpi(MPI_Recv(incoming_.data(), bytes, MPI_BYTE, from, 0, comm_.handle(), MPI_STATUS_IGNORE), "MPI_Recv");
    }

    /// The slowest rank's median, on all ranks.
    template <class Round>
    double median_of(double budget, bool takes_part, Round const& round) {
        comm_.rest_until_all();
        double const pilot = takes_part ? median_round(pilot_rounds, round) : 0;
        double const estimate = std::max(slowest(comm_, pilot), 1e-9);
        int const rounds = static_cast<int>(std::clamp(budget / estimate, double{fewest_rounds}, double{most_rounds}));
        double const mine = takes_part ? median_round(rounds, round) : 0;
        comm_.rest_until_all();
        return slowest(comm_, mine);
    }

    template <class Round>
    static double median_round(int rounds, Round const& round) {
        std::vector<double> seconds;
        for (int i = 0; i < rounds; ++i) {
            double const start = seconds_now();
            round();
            seconds.push_back(seconds_now() - start);
        }
        auto const middle = seconds.begin() + rounds / 2;
        std::ranges::nth_element(seconds, middle);
        return *middle;
    }

    Comm const& comm_;
    Buffer outgoing_;
    Buffer incoming_;
};

} // namespace

std::vector<Index> message_sizes_to_measure() {
    std::vector<Index> sizes{0};
    for (Index size = 8; size < Index{1} << 20; size *= 2) {
        sizes.push_back(size);
        sizes.push_back(size / 2 * 3);
    }
    sizes.push_back(Index{1} << 20);
    return sizes;
}

PortTimes measure_ports(Comm const& comm, PortTimesOptions const& options) {
    assert(comm.size() >= 2 && !options.sizes.empty());
    PortTimer timer(comm, options.sizes.back());
    double const budget = options.seconds_per_size;
    PortTimes times;
    for (Index const size : options.sizes) {
        times.single.push_back({size, timer.ping_pong(size, budget)});
        times.exchange.push_back({size, timer.both_ways(pair_of(comm), size, budget)});
        times.send_receive.push_back({size, timer.both_ways(neighbours_of(comm), size, budget)});
        if (options.progress) options.progress(1);
    }
    return times;
}

} // namespace tessera
