// SPDX-License-Identifier: BSD-3-Clause
// Tessera: collectives run against each other.
#include "libcore/runtime/measure/collective_race.hpp"

#include "libcore/base/units.hpp"
#include "libcore/runtime/comm/collectives/collective.hpp"
#include "libcore/runtime/measure/clock.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera {
namespace {

constexpr int most_ranks_written_to = 64;
constexpr double near_best = 1.5;   ///< slower ones leave the race after its first rounds
constexpr double clear_lead = 0.95; ///< of MPI's time, that one of ours has to stay below
constexpr int first_rounds = 3;
constexpr int last_rounds = 9;

/// So many executions that one round is neither lost in the clock nor long.
int executions_of(Index bytes) {
    return bytes <= 4096 ? 20 : bytes <= 262144 ? 5 : 1;
}

double median_of(std::vector<double> seconds) {
    auto const middle = seconds.begin() + std::ssize(seconds) / 2;
    std::ranges::nth_element(seconds, middle);
    return *middle;
}

/// The fastest of those that are MPI's own, or are not.
RacedCollective const* fastest(std::span<RacedCollective const> raced, bool of_mpi) {
    RacedCollective const* best = nullptr;
    for (RacedCollective const& each : raced)
        if ((each.algorithm->make == nullptr) == of_mpi && (best == nullptr || each.seconds < best->seconds)) best = &each;
    return best;
}

} // namespace

std::vector<RacedCollective> race_collectives(Comm const& comm, std::span<CollectiveAlgorithm const* const> entrants,
                                              CollectiveTask const& task, std::optional<Combiner> const& combiner, int rounds) {
    Buffer vector;
    std::vector<Collective> collectives;
    all_or_none(comm, [&] {
        vector = Buffer(task.bytes());
        vector.clear();
    });
    for (CollectiveAlgorithm const* each : entrants) collectives.emplace_back(comm, *each, task, combiner);
    int const executions = executions_of(task.bytes());
    std::vector<std::vector<double>> seconds(entrants.size());
    for (int round = 0; round <= rounds; ++round) {
        for (std::size_t i = 0; i < collectives.size(); ++i) {
            comm.barrier();
            double const start = seconds_now();
            for (int n = 0; n < executions; ++n) collectives[i].execute(vector.data());
            double const one = slowest(comm, seconds_now() - start) / executions;
            if (round > 0) seconds[i].push_back(one);
        }
    }
    std::vector<RacedCollective> raced;
    for (std::size_t i = 0; i < entrants.size(); ++i) raced.push_back({entrants[i], median_of(std::move(seconds[i]))});
    return raced;
}

std::vector<CollectiveAlgorithm const*> raced_algorithms(CollectiveTask const& task) {
    std::vector<CollectiveAlgorithm const*> algorithms{find_collective(task.kind, "mpi").value()};
    for (CollectiveAlgorithm const& each : collective_algorithms()) {
        if (each.kind != task.kind || each.make == nullptr || each.multicasts) continue;
        if (each.mpi_has_it || task.ranks <= most_ranks_written_to) algorithms.push_back(&each);
    }
    return algorithms;
}

CollectiveChoice measured_collective(Comm const& comm, CollectiveTask const& task, std::optional<Combiner> const& combiner) {
    CollectiveAlgorithm const* const mpi = find_collective(task.kind, "mpi").value();
    if (task.ranks == 1) return {mpi, "MPI's own, as one rank has nothing to send"};
    auto const all = raced_algorithms(task);
    auto raced = race_collectives(comm, all, task, combiner, first_rounds);
    double const best = std::ranges::min_element(raced, {}, &RacedCollective::seconds)->seconds;
    std::vector<CollectiveAlgorithm const*> good;
    for (RacedCollective const& each : raced)
        if (each.algorithm == mpi || each.seconds <= near_best * best) good.push_back(each.algorithm);
    raced = race_collectives(comm, good, task, combiner, last_rounds);
    RacedCollective const theirs = *fastest(raced, true);
    RacedCollective const* const ours = fastest(raced, false);
    if (ours == nullptr)
        return {mpi, fmt::format("measured: {} by MPI's own, and all others far behind", short_seconds(theirs.seconds))};
    return {ours->seconds < clear_lead * theirs.seconds ? ours->algorithm : mpi,
            fmt::format("measured: {} by {}, and {} by MPI's own", short_seconds(ours->seconds), ours->algorithm->name,
                        short_seconds(theirs.seconds))};
}

} // namespace tessera
