// SPDX-License-Identifier: BSD-3-Clause
// Tessera: broadcasts and reductions of every algorithm beside MPI's own, in turns, and what `auto` would have taken.
//
// Usage: local-mpirun -n 4 collective_bench [ROUNDS] [MACHINE.json]: with a profile (distbench profile) auto chooses by its rates.
#include "libcore/comm/collectives/collective_choice.hpp"
#include "libcore/runtime/comm/collectives/collective.hpp"
#include "libcore/runtime/measure/clock.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/mpi/environment.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

using namespace tessera;

namespace {

/// One algorithm, planned, with the seconds of each round.
struct Entrant {
    CollectiveAlgorithm const* algorithm;
    Collective collective;
    std::vector<double> seconds = {};

    [[nodiscard]] double median() {
        std::ranges::nth_element(seconds, seconds.begin() + std::ssize(seconds) / 2);
        return seconds[seconds.size() / 2];
    }
};

/// So many executions that one round is neither lost in the clock nor long.
int executions(Index bytes) {
    return bytes <= 4096 ? 50 : bytes <= 262144 ? 10 : 2;
}

double timed(Comm const& world, Collective& collective, Buffer& vector, int times) {
    world.barrier();
    double const start = seconds_now();
    for (int i = 0; i < times; ++i) collective.execute(vector.data());
    return slowest(world, seconds_now() - start) / times;
}

/// Prints a row; returns how much longer auto took than the better of MPI's own and the best of ours.
double race(Comm const& world, CollectiveKind kind, Index bytes, int rounds, Machine const* machine) {
    CollectiveTask const task{.kind = kind, .ranks = world.size(), .elements = bytes / 8, .element_bytes = 8};
    std::optional<Combiner> combiner;
    if (kind == CollectiveKind::Reduce) combiner = Combiner::make(ReduceOp::Max, {"float64", 8}).value();
    Buffer vector(bytes);
    vector.clear();
    std::vector<Entrant> entrants;
    for (CollectiveAlgorithm const& each : collective_algorithms())
        if (each.kind == kind && !(each.multicasts && each.make != nullptr))
            entrants.push_back({&each, Collective(world, each, task, combiner)});
    for (int round = 0; round <= rounds; ++round) {
        for (Entrant& each : entrants) {
            double const seconds = timed(world, each.collective, vector, executions(bytes));
            if (round > 0) each.seconds.push_back(seconds);
        }
    }
    double mpi = 0;
    double ours = 0;
    double chosen = 0;
    CollectiveAlgorithm const* best = nullptr;
    CollectiveChoice const choice = choose_collective(task, machine);
    for (Entrant& each : entrants) {
        double const median = each.median();
        if (each.algorithm == choice.algorithm) chosen = median;
        if (each.algorithm->make == nullptr) {
            mpi = median;
        } else if (best == nullptr || median < ours) {
            ours = median;
            best = each.algorithm;
        }
    }
    double const regret = chosen / std::min(mpi, ours);
    if (world.rank() == 0)
        std::printf("%-9s %9lld  %10.1f  %10.1f  %-12s %6.2f  %-12s %6.2f\n",
                    kind == CollectiveKind::Reduce ? "reduce" : "broadcast", static_cast<long long>(bytes), mpi * 1e6, ours * 1e6,
                    best->name.data(), ours / mpi, choice.algorithm->name.data(), regret);
    return regret;
}

std::optional<Machine> machine_of_file(char const* path) {
    std::ifstream stream(path);
    std::string const text(std::istreambuf_iterator<char>(stream), {});
    auto machine = Machine::from_json(text);
    if (machine) return *std::move(machine);
    std::fprintf(stderr, "%s: %s\n", path, machine.error().message.c_str());
    return std::nullopt;
}

} // namespace

int main(int argc, char** argv) {
    Environment const environment(argc, argv);
    Comm const world = Comm::world();
    int const rounds = argc > 1 ? std::atoi(argv[1]) : 9;
    auto const machine = argc > 2 ? machine_of_file(argv[2]) : std::nullopt;
    if (argc > 2 && !machine) return 2;
    if (world.rank() == 0)
        std::printf("%d ranks, medians of %d rounds in turns; us\n%-9s %9s  %10s  %10s  %-12s %6s  %-12s %6s\n", world.size(),
                    rounds, "", "bytes", "MPI's", "ours", "by", "/MPI's", "auto", "regret");
    std::vector<double> regrets;
    for (CollectiveKind const kind : {CollectiveKind::Broadcast, CollectiveKind::Reduce})
        for (Index bytes = 8; bytes <= Index{4} << 20; bytes *= 8)
            regrets.push_back(race(world, kind, bytes, rounds, machine ? &*machine : nullptr));
    std::ranges::sort(regrets);
    if (world.rank() == 0)
        std::printf("regret of auto (1: as fast as the better of both): median %.2f, worst %.2f\n", regrets[regrets.size() / 2],
                    regrets.back());
    return 0;
}
