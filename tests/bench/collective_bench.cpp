// SPDX-License-Identifier: BSD-3-Clause
// Tessera: broadcasts and reductions of every algorithm beside MPI's own, in turns, and what `auto` takes: by a race beforehand (as
// for work that is repeated), by a profile's table of what was measured, and by what the rates of a machine predict. "again" is the
// fastest of one race in another: what such a figure scatters where nothing is wrong.
//
// Usage: local-mpirun -n 4 collective_bench [ROUNDS] [MACHINE.json]: with a profile (distbench profile, on as many ranks) auto
// chooses by it.
#include "libcore/comm/collectives/collective_choice.hpp"
#include "libcore/runtime/comm/collectives/collective_race.hpp"
#include "libcore/runtime/mpi/environment.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <vector>

using namespace tessera;

namespace {

constexpr int rounds_for_all = 2;
constexpr double near_best = 3; ///< slower ones leave the race after the rounds for all

/// How many times longer each choice took than the better of MPI's own and the best of ours.
struct Regret {
    double mpi = 1;
    double measured = 1;
    double tuned = 1;
    double predicted = 1;
    double again = 1;
};

/// The choice by the table alone, or by the rates alone.
struct ProfileParts {
    Machine table;
    Machine rates;
};

double seconds_of(std::vector<RacedCollective> const& raced, CollectiveAlgorithm const* algorithm) {
    for (RacedCollective const& each : raced)
        if (each.algorithm == algorithm) return each.seconds;
    return std::numeric_limits<double>::infinity();
}

/// Those that are worth a closer look.
std::vector<CollectiveAlgorithm const*> finalists(std::vector<RacedCollective> const& raced,
                                                  std::vector<CollectiveAlgorithm const*> const& chosen) {
    double const first = std::ranges::min_element(raced, {}, &RacedCollective::seconds)->seconds;
    std::vector<CollectiveAlgorithm const*> good;
    for (RacedCollective const& each : raced)
        if (std::ranges::count(chosen, each.algorithm) > 0 || each.seconds <= near_best * first) good.push_back(each.algorithm);
    return good;
}

/// Prints a row.
Regret race(Communicator const& world, CollectiveKind kind, Index bytes, int rounds, ProfileParts const* profile) {
    CollectiveTask const task{.kind = kind, .ranks = world.size(), .elements = bytes / 8, .element_bytes = 8};
    std::optional<Combiner> combiner;
    if (kind == CollectiveKind::Reduce) combiner = Combiner::make(ReduceOp::Sum, {"float64", 8}).value();
    CollectiveChoice const measured = measured_collective(world, task, combiner);
    CollectiveChoice const tuned = choose_collective(task, profile ? &profile->table : nullptr);
    CollectiveChoice const predicted = choose_collective(task, profile ? &profile->rates : nullptr);
    auto const all = raced_algorithms(task);
    auto const first = race_collectives(world, all, task, combiner, rounds_for_all);
    auto const good = finalists(first, {all.front(), measured.algorithm, tuned.algorithm, predicted.algorithm});
    auto const raced = race_collectives(world, good, task, combiner, rounds);
    auto const once_more = race_collectives(world, good, task, combiner, rounds);
    auto const best = std::ranges::min_element(raced, {}, &RacedCollective::seconds);
    auto const best_then = std::ranges::min_element(once_more, {}, &RacedCollective::seconds);
    double const mpi = seconds_of(raced, all.front());
    Regret const regret{mpi / best->seconds, seconds_of(raced, measured.algorithm) / best->seconds,
                        seconds_of(raced, tuned.algorithm) / best->seconds, seconds_of(raced, predicted.algorithm) / best->seconds,
                        seconds_of(raced, best_then->algorithm) / best->seconds};
    if (world.rank() == 0)
        std::printf("%-9s %9lld  %10.1f  %10.1f  %-12s %6.2f  %-12s %6.2f  %-12s %6.2f  %-12s %6.2f  %6.2f\n", name_of(kind).data(),
                    static_cast<long long>(bytes), mpi * 1e6, best->seconds * 1e6, best->algorithm->name.data(), regret.mpi,
                    measured.algorithm->name.data(), regret.measured, tuned.algorithm->name.data(), regret.tuned,
                    predicted.algorithm->name.data(), regret.predicted, regret.again);
    return regret;
}

/// One row of the summary.
void summarize(char const* what, std::vector<Regret>& regrets, double Regret::*which) {
    std::ranges::sort(regrets, {}, which);
    auto const within = std::ranges::count_if(regrets, [which](Regret const& each) { return each.*which <= 1.1; });
    std::printf("%-9s median %.2f, worst %.2f, %td of %zu within 1.10\n", what, regrets[regrets.size() / 2].*which,
                regrets.back().*which, within, regrets.size());
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
    Communicator const world = Communicator::world();
    int const rounds = argc > 1 ? std::atoi(argv[1]) : 9;
    auto const machine = argc > 2 ? machine_of_file(argv[2]) : std::nullopt;
    if (argc > 2 && !machine) return 2;
    if (world.rank() == 0)
        std::printf("%d ranks, medians of %d rounds in turns; us, and ratios to the best\n%-9s %9s  %10s  %10s  %-12s %6s  %-19s  "
                    "%-19s  %-19s  %6s\n",
                    world.size(), rounds, "", "bytes", "MPI's", "best", "by", "MPI's", "auto, measured", "auto, tuned",
                    "auto, predicted", "again");
    std::optional<ProfileParts> profile;
    if (machine) {
        profile = ProfileParts{*machine, *machine};
        profile->table.protocols.clear();
        profile->rates.collectives.clear();
    }
    std::vector<Regret> regrets;
    for (CollectiveKind const kind : {CollectiveKind::Broadcast, CollectiveKind::Reduce})
        for (Index bytes = 8; bytes <= Index{16} << 20; bytes *= 8)
            regrets.push_back(race(world, kind, bytes, rounds, profile ? &*profile : nullptr));
    if (world.rank() != 0) return 0;
    summarize("MPI's", regrets, &Regret::mpi);
    summarize("measured", regrets, &Regret::measured);
    if (machine) summarize("tuned", regrets, &Regret::tuned);
    if (machine) summarize("predicted", regrets, &Regret::predicted);
    summarize("again", regrets, &Regret::again);
    return 0;
}
