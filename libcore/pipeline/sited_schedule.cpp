// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a schedule on a site, and the figures of its steps.
#include "libcore/pipeline/sited_schedule.hpp"

#include "libcore/base/try.hpp"
#include "libcore/network/choice.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace tessera {
namespace {

constexpr Index most_searched = Index{1} << 20; ///< largest number of messages in which the step of one is searched

RatedStep counted_step(Schedule const& schedule, int step, std::vector<bool>& busy) {
    RatedStep rated{.step = step, .cost = {}};
    busy.assign(as_size(schedule.size()), false);
    schedule.for_each_transfer(step, [&](Transfer const& transfer) {
        ++rated.messages;
        rated.bytes += transfer.bytes;
        busy[as_size(transfer.from)] = busy[as_size(transfer.to)] = true;
    });
    rated.idle_ranks = std::ranges::count(busy, false);
    return rated;
}

std::optional<int> node_of(SitedSchedule const& sited, Rank rank) {
    MessageSet const& messages = sited.schedule->messages();
    for (int position = 0; position < messages.size(); ++position)
        if (messages.rank(position) == rank) return sited.site.placement.node[as_size(position)];
    return std::nullopt;
}

} // namespace

bool SitedSchedule::at_least() const {
    AlgorithmInfo const* const info = find_algorithm(schedule->algorithm());
    return info != nullptr && info->unordered;
}

Result<SitedSchedule> schedule_on(Site site, MessageSet messages, std::string_view algorithm, Watch const& watch) {
    if (watch.stopped()) return stopped_error();
    std::string name(algorithm);
    std::string reason;
    if (algorithm == "auto") {
        auto choice = TRY(choose_algorithm(messages, site, watch.silent()));
        name = std::move(choice.algorithm);
        reason = std::move(choice.reason);
    }
    auto schedule = TRY(make_schedule(name, std::move(messages), site.mesh(), watch));
    return SitedSchedule{std::move(site), std::move(schedule), std::move(reason)};
}

Result<std::vector<RatedStep>> rate_steps(SitedSchedule const& sited, int first, int count, Watch const& watch) {
    StepCoster coster(*sited.site.topology, sited.site.placement, sited.site.machine.get());
    std::vector<RatedStep> steps;
    std::vector<bool> busy;
    for (int step = first; step < std::min(first + count, sited.schedule->steps()); ++step) {
        if (watch.stopped()) return stopped_error();
        steps.push_back(counted_step(*sited.schedule, step, busy));
        steps.back().cost = coster.cost(*sited.schedule, step);
    }
    return steps;
}

std::optional<int> step_between(Schedule const& schedule, Rank from, Rank to) {
    MessageSet const& messages = schedule.messages();
    if (messages.messages() > most_searched) return std::nullopt;
    for (int step = 0; step < schedule.steps(); ++step) {
        bool found = false;
        schedule.for_each_transfer(step, [&](Transfer const& transfer) {
            found = found || (messages.rank(transfer.from) == from && messages.rank(transfer.to) == to);
        });
        if (found) return step;
    }
    return std::nullopt;
}

std::vector<int> route_between(SitedSchedule const& sited, Rank from, Rank to) {
    std::vector<int> links;
    auto const source = node_of(sited, from);
    auto const target = node_of(sited, to);
    if (source && target && *source != *target) sited.site.topology->route(*source, *target, links);
    return links;
}

} // namespace tessera
