// SPDX-License-Identifier: BSD-3-Clause
// Tessera: measures a machine's table of the fastest broadcasts and reductions.
#include "cli/distbench/measure/collective_tuning.hpp"

#include "libcore/base/require.hpp"
#include "libcore/runtime/comm/collectives/collective_race.hpp"
#include "libcore/runtime/mpi/clock.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace tessera {
namespace {

constexpr Index shortest = 8;
constexpr Index longest = Index{16} << 20;
constexpr Index growth = 8;
constexpr Index long_from = Index{256} << 10; ///< from this length on, algorithms far behind at the previous length do not run
constexpr double far_behind = 4;
constexpr double near_to_tune = 2; ///< slower ones leave after the first rounds
constexpr int rounds_of_all = 3;
constexpr int most_rounds_tuned = 48;

/// The next measurement: its task and the algorithms that still take part.
struct TunedRow {
    CollectiveTask task;
    std::vector<CollectiveAlgorithm const*> entrants;
};

/// Races the entrants, and keeps those that may be worthwhile at the next length.
TunedCollective measured_row(Communicator const& comm, TunedRow& row, double seconds) {
    std::optional<Combiner> combiner;
    if (row.task.kind == CollectiveKind::Reduce) combiner = Combiner::make(ReduceOp::Sum, {"float64", 8}).value();
    CollectiveContest contest(comm, row.entrants, row.task, combiner);
    contest.run(seconds > 0 ? rounds_of_all : 1);
    contest.keep_within(near_to_tune);
    contest.settle(most_rounds_tuned, seconds);
    auto const raced = contest.medians();
    CollectiveVerdict const verdict = verdict_of(contest.standing());
    double const best = std::ranges::min_element(raced, {}, &RacedCollective::seconds)->seconds;
    if (growth * row.task.bytes() >= long_from)
        for (RacedCollective const& each : raced)
            if (each.algorithm->make != nullptr && each.seconds > far_behind * best) std::erase(row.entrants, each.algorithm);
    return {.operation = std::string(name_of(row.task.kind)),
            .ranks = row.task.ranks,
            .bytes = row.task.bytes(),
            .algorithm = std::string(verdict.winner.algorithm->name),
            .time = verdict.winner.seconds,
            .mpi_time = verdict.mpi.seconds};
}

} // namespace

std::vector<Index> tuned_lengths() {
    std::vector<Index> lengths;
    for (Index bytes = shortest; bytes <= longest; bytes *= growth) lengths.push_back(bytes);
    return lengths;
}

std::vector<TunedCollective> tune_collectives(Communicator const& comm, CollectiveTuningOptions const& options) {
    require(comm.size() > 1, "tune_collectives expects 2 ranks or more");
    std::vector<TunedRow> rows;
    for (CollectiveKind const kind : {CollectiveKind::Broadcast, CollectiveKind::Reduce}) {
        CollectiveTask const task{.kind = kind, .ranks = comm.size()};
        rows.push_back({task, raced_algorithms(task)});
    }
    auto const lengths = tuned_lengths();
    Index left = std::ssize(lengths) * std::ssize(rows);
    std::vector<TunedCollective> table;
    double const start = seconds_now();
    for (Index const bytes : lengths)
        for (TunedRow& row : rows) {
            row.task.elements = bytes / row.task.element_bytes;
            // Time that short vectors did not use goes to the long ones.
            double const rest = options.seconds - slowest(comm, seconds_now() - start);
            table.push_back(measured_row(comm, row, std::max(0.0, rest / static_cast<double>(left--))));
            if (options.progress) options.progress(std::ssize(table));
        }
    std::ranges::stable_sort(table, {}, &TunedCollective::operation);
    return table;
}

} // namespace tessera
