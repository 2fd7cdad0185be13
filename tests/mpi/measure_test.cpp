// SPDX-License-Identifier: BSD-3-Clause
// Tessera: measurements of the machine are complete, positive and the same on all ranks. How large they are no test can know.
#include "cli/distbench/measure/collective_tuning.hpp"
#include "cli/distbench/measure/copy_rates.hpp"
#include "cli/distbench/measure/link_rate.hpp"
#include "cli/distbench/measure/port_times.hpp"
#include "libcore/comm/collectives/collective_choice.hpp"
#include "libcore/runtime/comm/collectives/collective_race.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "libcore/runtime/mpi/node.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <mpi.h>
#include <set>
#include <vector>

using namespace tessera;

namespace {

int failures = 0;
std::vector<int> broadcast_roots; // of MPI_Bcast, in order

void check(bool holds, char const* what) {
    if (holds) return;
    std::fprintf(stderr, "rank %d: %s\n", Communicator::world().rank(), what);
    ++failures;
}

bool same_everywhere(double value) {
    double least = 0;
    double most = 0;
    MPI_Allreduce(&value, &least, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    MPI_Allreduce(&value, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return least == most;
}

void ports_are_timed(Communicator const& world) {
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
    }
}

/// One real node, treated as several: what it tells is no link's rate, but every pair must find its partner.
void links_need_two_nodes(Communicator const& world) {
    check(node_numbers(world) == std::vector<int>(static_cast<std::size_t>(world.size()), 0), "all ranks on node 0");
    check(!measure_link(world, node_numbers(world), 0.01), "one node has no link");
    for (int const nodes : {2, 3}) {
        std::vector<int> dealt;
        for (int rank = 0; rank < world.size(); ++rank) dealt.push_back(rank % std::min(nodes, world.size()));
        auto const rate = measure_link(world, dealt, 0.02);
        check(rate.has_value() && *rate >= 0 && same_everywhere(*rate), "a rate between nodes");
    }
}

void copies_are_timed(Communicator const& world) {
    auto const rates = measure_copies(world, 0.05);
    check(rates.gapless > 0 && rates.strided > 0, "copies take time");
    check(same_everywhere(rates.gapless) && same_everywhere(rates.strided), "ranks agree on the rates");
    check(rates.gather.size() > 1 && rates.gather.front().bytes == 8, "stretches from 8 bytes on");
    for (std::size_t i = 1; i < rates.gather.size(); ++i)
        check(rates.gather[i - 1].bytes < rates.gather[i].bytes && rates.gather[i - 1].seconds <= rates.gather[i].seconds,
              "longer stretches take as long or longer");
    for (PackingOverhead const& each : rates.gather) check(same_everywhere(each.seconds), "ranks agree on the stretches");
}

/// Whatever is the fastest here, each row is what auto then takes.
void collectives_are_tuned(Communicator const& world) {
    int calls = 0;
    Machine machine;
    machine.name = "here";
    machine.collectives = tune_collectives(world, {.seconds = 0, .progress = [&](Index) { ++calls; }});
    auto const lengths = tuned_lengths();
    check(std::ssize(machine.collectives) == 2 * std::ssize(lengths) && calls == 2 * std::ssize(lengths), "a row for each length");
    for (std::size_t i = 0; i < machine.collectives.size(); ++i) {
        TunedCollective const& row = machine.collectives[i];
        auto const kind = i < lengths.size() ? CollectiveKind::Broadcast : CollectiveKind::Reduce;
        check(row.ranks == world.size() && row.bytes == lengths[i % lengths.size()], "the lengths in order");
        check(row.time > 0 && row.time <= row.mpi_time, "nothing is chosen that is slower than MPI's own");
        check(same_everywhere(row.time) && same_everywhere(row.mpi_time), "ranks agree on the times");
        CollectiveTask const task{.kind = kind, .ranks = world.size(), .elements = row.bytes / 8};
        check(choose_collective(task, &machine).algorithm->name == row.algorithm, "auto takes what the table says");
    }
}

/// Who leaves a contest is not run again; MPI's own stays.
void contests_are_left(Communicator const& world) {
    CollectiveTask const task{.kind = CollectiveKind::Broadcast, .ranks = world.size(), .elements = 16};
    auto const all = raced_algorithms(task);
    CollectiveContest contest(world, all, task, std::nullopt);
    contest.run(2);
    check(contest.standing().size() == all.size(), "all take part at first");
    contest.keep_within(1);
    auto const left = contest.standing();
    check(!left.empty() && left.size() <= 2 && left.front().algorithm == all.front(), "the fastest and MPI's own remain");
    contest.settle(11, 10);
    check(contest.rounds() >= 8 && contest.rounds() <= 11, "told apart by eight rounds at least, and no more than asked");
    check(contest.medians().size() == all.size(), "a time for those that left, too");
}

/// Broadcasts in a row from one root are a pipeline: the root is long gone when the last rank has its vector. With roots in turns
/// none begins before it has the vector of the one before (thesis of pC*, 4.4.2).
void roots_take_turns(Communicator const& world) {
    std::array const mpi{find_collective(CollectiveKind::Broadcast, "mpi").value()};
    for (Index const elements : {1, 4096}) {
        CollectiveTask const task{.kind = CollectiveKind::Broadcast, .ranks = world.size(), .elements = elements};
        broadcast_roots.clear();
        auto const raced = race_collectives(world, mpi, task, std::nullopt, 3);
        check(raced.front().seconds > 0, "a broadcast takes time");
        std::set<int> const roots(broadcast_roots.begin(), broadcast_roots.end());
        check(std::ssize(roots) == world.size(), "every rank is a root");
        bool const in_turns = std::ranges::adjacent_find(broadcast_roots) == broadcast_roots.end();
        check(in_turns, "no rank is the root twice in a row");
    }
}

} // namespace

/// Stands before MPI's own, to see which rank is the root.
extern "C" int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    broadcast_roots.push_back(root);
    return PMPI_Bcast(buffer, count, type, root, comm);
}

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    Communicator const world = Communicator::world();
    ports_are_timed(world);
    links_need_two_nodes(world);
    copies_are_timed(world);
    collectives_are_tuned(world);
    contests_are_left(world);
    roots_take_turns(world);
    int worst = 0;
    MPI_Allreduce(&failures, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return worst == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
