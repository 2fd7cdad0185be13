// SPDX-License-Identifier: BSD-3-Clause
// Tessera: races collectives and chooses `auto` by the measured times.
#include "libcore/runtime/comm/collectives/collective_race.hpp"

#include "libcore/base/require.hpp"
#include "libcore/base/units.hpp"

#include <fmt/format.h>

namespace tessera {
namespace {

constexpr int most_ranks_written_to = 64;
constexpr double near_best = 1.5;   ///< slower ones leave after the first rounds
constexpr double clear_lead = 0.95; ///< share of MPI's time that one of ours must stay below
constexpr int first_rounds = 3;
constexpr int last_rounds = 6;
constexpr int most_rounds_of_race = 48;
constexpr double seconds_to_settle = 1;

} // namespace

std::vector<RacedCollective> race_collectives(Communicator const& comm, std::span<CollectiveAlgorithm const* const> entrants,
                                              CollectiveTask const& task, std::optional<Combiner> const& combiner, int rounds) {
    CollectiveContest contest(comm, entrants, task, combiner);
    contest.run(rounds);
    return contest.medians();
}

std::vector<CollectiveAlgorithm const*> raced_algorithms(CollectiveTask const& task) {
    std::vector<CollectiveAlgorithm const*> algorithms{find_collective(task.kind, "mpi").value()};
    for (CollectiveAlgorithm const& each : collective_algorithms()) {
        if (each.kind != task.kind || each.make == nullptr || each.multicasts) continue;
        if (each.mpi_has_it || task.ranks <= most_ranks_written_to) algorithms.push_back(&each);
    }
    return algorithms;
}

CollectiveVerdict verdict_of(std::span<RacedCollective const> raced) {
    RacedCollective mpi, ours;
    for (RacedCollective const& each : raced) {
        if (each.algorithm->make == nullptr)
            mpi = each;
        else if (ours.algorithm == nullptr || each.seconds < ours.seconds)
            ours = each;
    }
    require(mpi.algorithm != nullptr, "a verdict on a race expects MPI's own among the entrants");
    bool const wins = ours.algorithm != nullptr && ours.seconds < clear_lead * mpi.seconds;
    return {wins ? ours : mpi, mpi};
}

CollectiveChoice measured_collective(Communicator const& comm, CollectiveTask const& task,
                                     std::optional<Combiner> const& combiner) {
    CollectiveAlgorithm const* const mpi = find_collective(task.kind, "mpi").value();
    if (task.ranks == 1) return {mpi, "MPI's own, as one rank has nothing to send"};
    CollectiveContest contest(comm, raced_algorithms(task), task, combiner);
    contest.run(first_rounds);
    contest.keep_within(near_best);
    contest.run(last_rounds);
    contest.settle(most_rounds_of_race, seconds_to_settle);
    CollectiveVerdict const verdict = verdict_of(contest.standing());
    if (verdict.winner.algorithm == mpi)
        return {mpi, fmt::format("measured: {} by MPI's own, and nothing clearly faster", short_seconds(verdict.mpi.seconds))};
    return {verdict.winner.algorithm, fmt::format("measured: {} by {}, and {} by MPI's own", short_seconds(verdict.winner.seconds),
                                                  verdict.winner.algorithm->name, short_seconds(verdict.mpi.seconds))};
}

} // namespace tessera
