// SPDX-License-Identifier: BSD-3-Clause
// Tessera: execution of several scheduling algorithms in turns.
#include "cli/distbench/race.hpp"

#include "cli/distbench/raced_arrays.hpp"
#include "libcore/base/median.hpp"
#include "libcore/base/try.hpp"
#include "libcore/network/choice.hpp"
#include "libcore/network/cost.hpp"
#include "libcore/pipeline/sited_schedule.hpp"
#include "libcore/runtime/move/redistributor.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <utility>

namespace tessera::cli {
namespace {

/// An algorithm that runs, and the executor of its messages.
struct Starter {
    std::size_t runner;
    Redistributor mover;
};

/// Sets the runner's predicted time and (if they are counted) link bytes. Returns its schedule, or null and sets the reason.
std::shared_ptr<Schedule const> prepare(RacedAlgorithm& runner, MessageSet const& messages, Site const& site, bool counted) {
    auto const sited = schedule_on(site, messages, runner.algorithm);
    if (!sited) {
        runner.refusal = sited.error().message;
        return nullptr;
    }
    auto const cost = cost_of(*sited->schedule, site);
    if (cost) runner.predicted = cost->time(); // without a rate of the machine it runs without a prediction
    if (counted) runner.links = LinkBytes{predicted_link_bytes(*sited->schedule, site), {}};
    return sited->schedule;
}

Result<std::vector<Starter>> line_up(Communicator const& comm, MultiPlan const& plan, Site const& site,
                                     RaceSettings const& settings, RankLayouts const& layouts,
                                     std::vector<RacedAlgorithm>& runners) {
    auto const messages = TRY(MessageSet::of(plan));
    std::vector<Starter> starters;
    for (std::size_t i = 0; i < runners.size(); ++i) {
        auto schedule = prepare(runners[i], messages, site, settings.counters.has_value());
        if (!schedule) continue;
        RedistributorOptions options{.transport = Transport::Scheduled, .schedule = std::move(schedule), .steps = settings.order};
        auto mover = TRY(Redistributor::make(plan, comm.handle(), layouts, std::move(options)));
        starters.push_back({i, std::move(mover)});
    }
    if (starters.empty()) return fail(fmt::format("no algorithm can run: {}", runners.front().refusal));
    return starters;
}

double seconds_of_move(RacedArrays const& arrays, Redistributor& mover) {
    return arrays.timed([&] { mover.execute(arrays.sources(), arrays.targets()); });
}

void run_rounds(RacedArrays& arrays, std::vector<Starter>& starters, RaceSettings const& settings,
                std::vector<RacedAlgorithm>& runners) {
    for (int round = 0; round < settings.rounds; ++round) {
        for (auto& [place, mover] : starters) {
            if (round == 0) arrays.clear_targets();
            runners[place].observed.push_back(seconds_of_move(arrays, mover));
            if (round == 0) runners[place].wrong = arrays.wrong();
            if (settings.progress) settings.progress(1);
        }
    }
}

/// Runs one additional round of each algorithm, with nothing else active.
void count_links(Communicator const& comm, RacedArrays& arrays, std::vector<Starter>& starters, Topology const& topology,
                 LinkCounters const& counters, std::vector<RacedAlgorithm>& runners) {
    auto const read = [&] {
        comm.barrier();
        return comm.rank() == 0 ? counters.read(topology) : std::vector<Index>();
    };
    for (auto& [place, mover] : starters) {
        auto const before = read();
        static_cast<void>(seconds_of_move(arrays, mover));
        auto const after = read();
        auto& counted = runners[place].links->counted;
        std::ranges::transform(after, before, std::back_inserter(counted), std::minus<>());
    }
}

std::vector<std::string> names_of_links(Topology const& topology) {
    std::vector<std::string> names;
    for (Link const& link : topology.links()) names.push_back(topology.label(link.from) + "-" + topology.label(link.to));
    return names;
}

bool before(RacedAlgorithm const& a, RacedAlgorithm const& b) {
    if (a.refusal.empty() != b.refusal.empty()) return a.refusal.empty();
    return a.refusal.empty() && a.median() < b.median();
}

} // namespace

double RacedAlgorithm::median() const {
    return median_of(observed);
}

double Race::regret() const {
    auto const picked = std::ranges::find(runners, chosen, &RacedAlgorithm::algorithm);
    return picked->median() / runners.front().median();
}

bool Race::delivered() const {
    return std::ranges::all_of(runners, [](RacedAlgorithm const& runner) { return runner.wrong.empty(); });
}

Result<Race> run_race(Communicator const& comm, std::string name, MultiPlan const& plan, Site const& site,
                      RaceSettings const& settings) {
    auto const messages = TRY(MessageSet::of(plan));
    auto const choice = TRY(choose_algorithm(messages, site));
    Race race{.name = std::move(name),
              .topology = site.topology->name(),
              .ranks = comm.size(),
              .messages = messages.messages(),
              .bytes = messages.total_bytes(),
              .runners = {},
              .chosen = choice.algorithm,
              .links = {}};
    for (std::string const& each : settings.algorithms) race.runners.push_back({each, "", std::nullopt, {}, "", std::nullopt});
    if (!std::ranges::count(settings.algorithms, race.chosen))
        race.runners.push_back({race.chosen, "", std::nullopt, {}, "", std::nullopt});
    RacedArrays arrays(comm, plan);
    auto starters = TRY(line_up(comm, plan, site, settings, arrays.layouts(), race.runners));
    run_rounds(arrays, starters, settings, race.runners);
    if (settings.counters) {
        race.links = names_of_links(*site.topology);
        count_links(comm, arrays, starters, *site.topology, *settings.counters, race.runners);
    }
    std::ranges::stable_sort(race.runners, before);
    return race;
}

} // namespace tessera::cli
