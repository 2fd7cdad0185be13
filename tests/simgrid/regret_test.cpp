// SPDX-License-Identifier: BSD-3-Clause
// Tessera: does `auto` choose what a simulated network finishes first? Usage: regret_test TOPOLOGY MOST-REGRET [RANDOM-SETS]
//
// Every algorithm that applies delivers an all-to-all and random sets of messages, step by step, on SimGrid's network with the
// links of ours; only bandwidth costs time there, so `auto` chooses without a machine. Regret is the simulated time of its choice
// over the shortest of all. Fails where that of the all-to-all is above MOST-REGRET; of random sets it prints what it finds,
// because a step whose messages differ in length may take longer than its busiest link (see steps_test.cpp), which no prediction
// knows.
#include "libcore/network/choice.hpp"
#include "libcore/network/grid.hpp"
#include "tests/simgrid/simulator.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/core.h>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <span>
#include <string>

namespace {

using namespace tessera;
using simulated::Step;

constexpr double bytes_per_second = 1e9;
constexpr Index message_bytes = 100'000;
constexpr int partners = 6; // of a rank in a random set, about

template <class T>
T value_or_exit(Result<T> result) {
    if (result) return std::move(*result);
    fmt::print(stderr, "{}\n", result.error().message);
    std::exit(EXIT_FAILURE);
}

/// Messages between random pairs; lengths differ by up to a factor of a hundred.
MessageSet random_set(int nodes, std::mt19937_64& random) {
    std::uniform_int_distribution<int> any_distance(1, nodes - 1);
    std::uniform_real_distribution<double> any_decade(0, 2);
    std::map<std::pair<int, int>, Index> lengths;
    for (int from = 0; from < nodes; ++from)
        for (int i = 0; i < partners; ++i)
            lengths[{from, (from + any_distance(random)) % nodes}] = static_cast<Index>(1000 * std::pow(10, any_decade(random)));
    std::vector<MessageSet::Triple> triples;
    for (auto const& [pair, bytes] : lengths) triples.push_back({pair.first, pair.second, bytes});
    return value_or_exit(MessageSet::of(triples));
}

/// One algorithm's steps among those of all, which are simulated together.
struct Entry {
    std::string algorithm;
    std::size_t first = 0;
    std::size_t end = 0;
    double seconds = 0;
};

struct Contest {
    std::string name;
    std::string chosen;
    std::vector<Entry> entries;
};

Contest enter(std::string name, MessageSet const& messages, Topology const& network, std::vector<Step>& steps) {
    auto const placement = Placement::row_major(network.nodes());
    Contest contest{std::move(name), value_or_exit(choose_algorithm(messages, Site::borrowed(network, placement))).algorithm, {}};
    for (AlgorithmInfo const& info : algorithms()) {
        auto const schedule = make_schedule(info.name, messages, mesh_shape(network));
        if (!schedule || info.name == "unscheduled") continue;
        Entry entry{std::string(info.name), steps.size(), 0, 0};
        for (int i = 0; i < (*schedule)->steps(); ++i) {
            Step step;
            (*schedule)->for_each_transfer(i, [&](Transfer const& transfer) { step.push_back(transfer); });
            if (!step.empty()) steps.push_back(std::move(step));
        }
        entry.end = steps.size();
        contest.entries.push_back(std::move(entry));
    }
    return contest;
}

/// The simulated time of what was chosen over the shortest.
double judge(Contest& contest, std::span<double const> times) {
    for (Entry& entry : contest.entries) {
        auto const own = times.subspan(entry.first, entry.end - entry.first);
        entry.seconds = std::accumulate(own.begin(), own.end(), 0.0);
    }
    auto const best = std::ranges::min_element(contest.entries, {}, &Entry::seconds);
    auto const chosen = std::ranges::find(contest.entries, contest.chosen, &Entry::algorithm);
    double const regret = chosen->seconds / best->seconds;
    fmt::print("{:<16} {:<15} {:>10.3f} ms   fastest {:<15} {:>10.3f} ms   regret {:.3f}\n", contest.name, contest.chosen,
               chosen->seconds * 1e3, best->algorithm, best->seconds * 1e3, regret);
    return regret;
}

} // namespace

int main(int argc, char** argv) {
    std::span<char*> const arguments(argv, static_cast<std::size_t>(argc));
    if (arguments.size() < 3) return EXIT_FAILURE;
    auto const network = value_or_exit(make_topology(arguments[1]));
    double const most_regret = std::atof(arguments[2]);
    int const sets = arguments.size() > 3 ? std::atoi(arguments[3]) : 0;
    std::vector<Step> steps;
    std::vector<Contest> contests;
    contests.push_back(
        enter("all-to-all", value_or_exit(MessageSet::all_to_all(network->nodes(), message_bytes)), *network, steps));
    std::mt19937_64 random(11);
    for (int i = 1; i <= sets; ++i)
        contests.push_back(enter(fmt::format("random set {}", i), random_set(network->nodes(), random), *network, steps));
    auto const times = simulated::step_times(*network, steps, bytes_per_second);
    double const of_all_to_all = judge(contests.front(), times);
    for (Contest& contest : std::span(contests).subspan(1)) judge(contest, times);
    return of_all_to_all <= most_regret ? EXIT_SUCCESS : EXIT_FAILURE;
}
