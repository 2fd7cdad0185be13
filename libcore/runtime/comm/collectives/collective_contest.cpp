// SPDX-License-Identifier: BSD-3-Clause
// Tessera: races collectives until their times can be distinguished.
#include "libcore/runtime/comm/collectives/collective_contest.hpp"

#include "libcore/base/median.hpp"
#include "libcore/base/require.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/clock.hpp"

#include <algorithm>
#include <utility>

namespace tessera {
namespace {

constexpr int rounds_to_judge = 8; ///< with fewer rounds, the number of rounds won tells nothing
constexpr int rounds_at_a_time = 4;
constexpr int most_roots = 16; ///< each root has its own communicator

/// Returns the executions per round: enough for the clock's resolution, but a short round.
int executions_of(Index bytes) {
    return bytes <= 4096 ? 20 : bytes <= 262144 ? 5 : 1;
}

/// Returns the ranks that take turns as root: the task's own and others at even distances. A reduction has one root, because
/// its result goes to all ranks and so no rank can run ahead.
std::vector<Rank> roots_in_turns(CollectiveTask const& task) {
    int const count = task.kind == CollectiveKind::Broadcast ? std::min(task.ranks, most_roots) : 1;
    std::vector<Rank> roots;
    for (int turn = 0; turn < count; ++turn)
        roots.push_back(static_cast<Rank>((task.root + Index{turn} * task.ranks / count) % task.ranks));
    return roots;
}

} // namespace

double CollectiveContest::Entrant::median() const {
    require(!seconds.empty(), "CollectiveContest: no round was run");
    return median_of(seconds);
}

CollectiveContest::CollectiveContest(Communicator const& comm, std::span<CollectiveAlgorithm const* const> entrants,
                                     CollectiveTask const& task, std::optional<Combiner> const& combiner)
    : comm_(comm), executions_(executions_of(task.bytes())) {
    all_or_none(comm, [&] {
        vector_ = Buffer(task.bytes());
        vector_.clear();
    });
    std::vector<Rank> const roots = roots_in_turns(task);
    for (CollectiveAlgorithm const* each : entrants) {
        Entrant& entrant = entrants_.emplace_back(Entrant{each, {}, {}});
        for (Rank const root : roots) {
            CollectiveTask rooted = task;
            rooted.root = root;
            entrant.collectives.emplace_back(comm, *each, rooted, combiner);
        }
    }
}

void CollectiveContest::run_round(bool counts) {
    std::size_t const first = turn_;
    turn_ += as_size(executions_);
    for (Entrant& each : entrants_) {
        if (!each.is_in) continue;
        comm_.barrier();
        double const start = seconds_now();
        for (std::size_t turn = first; turn < turn_; ++turn)
            each.collectives[turn % each.collectives.size()].execute(vector_.data());
        double const one = slowest(comm_, seconds_now() - start) / executions_;
        if (counts) each.seconds.push_back(one);
    }
}

void CollectiveContest::run(int rounds) {
    if (rounds_ == 0) run_round(false);
    for (int round = 0; round < rounds; ++round) run_round(true);
    rounds_ += rounds;
}

CollectiveContest::Entrant const& CollectiveContest::fastest() const {
    Entrant const* best = nullptr;
    for (Entrant const& each : entrants_)
        if (each.is_in && (best == nullptr || each.median() < best->median())) best = &each;
    return *best;
}

void CollectiveContest::keep_within(double factor) {
    double const longest = factor * fastest().median();
    for (Entrant& each : entrants_) each.is_in = each.is_in && (each.algorithm->make == nullptr || each.median() <= longest);
}

bool CollectiveContest::told_apart() const {
    if (rounds_ < rounds_to_judge) return false;
    Entrant const& leader = fastest();
    return std::ranges::all_of(entrants_, [&](Entrant const& each) {
        if (!each.is_in || &each == &leader) return true;
        int won = 0;
        for (std::size_t round = 0; round < leader.seconds.size(); ++round) won += leader.seconds[round] < each.seconds[round];
        return 4 * won >= 3 * rounds_;
    });
}

void CollectiveContest::settle(int most_rounds, double seconds) {
    double const start = seconds_now();
    while (rounds_ < most_rounds && !told_apart() && slowest(comm_, seconds_now() - start) < seconds)
        run(std::min(rounds_at_a_time, most_rounds - rounds_));
}

std::vector<RacedCollective> CollectiveContest::medians() const {
    std::vector<RacedCollective> list;
    for (Entrant const& each : entrants_) list.push_back({each.algorithm, each.median()});
    return list;
}

std::vector<RacedCollective> CollectiveContest::standing() const {
    std::vector<RacedCollective> list;
    for (Entrant const& each : entrants_)
        if (each.is_in) list.push_back({each.algorithm, each.median()});
    return list;
}

} // namespace tessera
