// SPDX-License-Identifier: BSD-3-Clause
// Tessera: measurements of the machine are complete, positive and the same on all ranks. How large they are no test can know.
#include "libcore/runtime/measure/copy_rates.hpp"
#include "libcore/runtime/measure/link_rate.hpp"
#include "libcore/runtime/measure/port_times.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "libcore/runtime/mpi/node.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#include <vector>

using namespace tessera;

namespace {

int failures = 0;

void check(bool holds, char const* what) {
    if (holds) return;
    std::fprintf(stderr, "rank %d: %s\n", Comm::world().rank(), what);
    ++failures;
}

bool same_everywhere(double value) {
    double least = 0;
    double most = 0;
    MPI_Allreduce(&value, &least, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    MPI_Allreduce(&value, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return least == most;
}

void ports_are_timed(Comm const& world) {
    std::vector<Index> const sizes{0, 64, 100'000};
    int calls = 0;
    PortTimesOptions const options{.sizes = sizes, .seconds_per_size = 0.002, .progress = [&](Index) { ++calls; }};
    auto const times = measure_ports(world, options);
    check(calls == 3, "progress after each size");
    for (auto const* way : {&times.single, &times.exchange, &times.send_receive}) {
        check(way->size() == sizes.size(), "a time for each size");
        for (std::size_t i = 0; i < way->size(); ++i) {
            check((*way)[i].bytes == sizes[i], "the sizes asked for");
            check((*way)[i].seconds > 0, "messages take time");
            check(same_everywhere((*way)[i].seconds), "ranks agree on the times");
        }
        check(way->back().seconds > way->front().seconds, "100 kB take longer than nothing");
    }
}

/// One real node, treated as several: what it tells is no link's rate, but every pair must find its partner.
void links_need_two_nodes(Comm const& world) {
    check(node_numbers(world) == std::vector<int>(static_cast<std::size_t>(world.size()), 0), "all ranks on node 0");
    check(!measure_link(world, node_numbers(world), 0.01), "one node has no link");
    for (int const nodes : {2, 3}) {
        std::vector<int> dealt;
        for (int rank = 0; rank < world.size(); ++rank) dealt.push_back(rank % std::min(nodes, world.size()));
        auto const rate = measure_link(world, dealt, 0.02);
        check(rate.has_value() && *rate >= 0 && same_everywhere(*rate), "a rate between nodes");
    }
}

void copies_are_timed(Comm const& world) {
    auto const rates = measure_copies(world, 0.05);
    check(rates.gapless > 0 && rates.strided > 0, "copies take time");
    check(same_everywhere(rates.gapless) && same_everywhere(rates.strided), "ranks agree on the rates");
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    Comm const world = Comm::world();
    ports_are_timed(world);
    links_need_two_nodes(world);
    copies_are_timed(world);
    int worst = 0;
    MPI_Allreduce(&failures, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return worst == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
