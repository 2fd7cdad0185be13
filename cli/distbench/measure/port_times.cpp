// SPDX-License-Identifier: BSD-3-Clause
// Tessera: measures message times between the ranks of the job.
#include "cli/distbench/measure/port_times.hpp"

#include "cli/distbench/measure/port_timer.hpp"
#include "libcore/base/require.hpp"

namespace tessera {

namespace {

measure::Partners pair_of(Communicator const& comm) {
    int const partner = comm.rank() ^ 1;
    return partner < comm.size() ? measure::Partners{partner, partner} : measure::Partners{};
}

measure::Partners neighbours_of(Communicator const& comm) {
    return {(comm.rank() + 1) % comm.size(), (comm.rank() + comm.size() - 1) % comm.size()};
}

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

PortTimes measure_ports(Communicator const& comm, PortTimesOptions const& options) {
    require(comm.size() >= 2 && !options.sizes.empty(), "measure_ports expects 2 ranks or more and 1 size or more");
    measure::PortTimer timer(comm, options.sizes.back());
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
