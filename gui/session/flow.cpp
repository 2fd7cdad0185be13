// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how the messages of a job travel: schedule, network, predicted times.
#include "gui/session/flow.hpp"

#include "libcore/network/choice.hpp"
#include "libcore/network/cost.hpp"
#include "libcore/network/grid.hpp"
#include "libcore/network/step_cost.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "libcore/schedule/quality.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tessera::gui {
namespace {

Result<Site> siteOf(MessageSet const& messages, FlowChoice const& choice) {
    std::string const name = choice.topology.empty() ? defaultTopology(messages.size()) : choice.topology;
    auto topology = make_topology(name);
    if (!topology) return forward_error(topology);
    if ((*topology)->nodes() < messages.size())
        return fail(fmt::format("{} has {} nodes, but the job has {} ranks; choose a larger network", name, (*topology)->nodes(),
                                messages.size()));
    auto placement = Placement::make(choice.placement, messages.size(), **topology);
    if (!placement) return forward_error(placement);
    return Site{*topology, std::move(*placement), choice.machine};
}

AlgorithmRecord rated(Schedule const& schedule, Flow const& flow) {
    ScheduleQuality const quality = quality_of(schedule);
    AlgorithmRecord record;
    record.name = QString::fromStdString(schedule.algorithm());
    record.steps = quality.steps;
    record.transfers = quality.transfers;
    record.overBound =
        quality.lower_bound > 0 ? static_cast<double>(quality.one_port_cost) / static_cast<double>(quality.lower_bound) : 1;
    auto const cost = cost_of(schedule, flow.site);
    if (!cost) {
        record.refusal = QString::fromStdString(cost.error().message);
        return record;
    }
    for (StepCost const& step : cost->steps) record.maxLoad = std::max(record.maxLoad, step.max_load);
    record.bytes = cost->congested_bytes;
    record.impact = cost->congestion_impact;
    record.time = cost->time();
    return record;
}

} // namespace

std::string defaultTopology(Index ranks) {
    Index rows = std::max<Index>(static_cast<Index>(std::sqrt(static_cast<double>(ranks))), 1);
    Index const square = rows;
    while (ranks % rows != 0) --rows;
    if (rows * 4 < square) rows = square; // a prime number of ranks leaves some nodes without one
    return fmt::format("mesh({},{})", rows, (ranks + rows - 1) / rows);
}

Result<FlowPointer> makeFlow(Derived const& derived, FlowChoice const& choice, StopFlag const& stop) {
    if (derived.totals.messages > mostScheduledMessages)
        return fail(fmt::format("{} messages are more than this window schedules ({}); distplan schedule has no such limit",
                                derived.totals.messages, mostScheduledMessages));
    auto messages = MessageSet::of(*derived.plan);
    if (!messages) return forward_error(messages);
    if (stop) return fail("cancelled");
    auto flow = std::make_shared<Flow>();
    auto site = siteOf(*messages, choice);
    if (!site) return forward_error(site);
    flow->site = std::move(*site);
    std::string algorithm = choice.algorithm;
    if (algorithm == "auto") {
        auto chosen = choose_algorithm(*messages, flow->site);
        if (!chosen) return forward_error(chosen);
        algorithm = chosen->algorithm;
        flow->reason = chosen->reason;
    }
    if (stop) return fail("cancelled");
    auto schedule = make_schedule(algorithm, std::move(*messages), mesh_shape(*flow->site.topology));
    if (!schedule) return forward_error(schedule);
    flow->schedule = std::move(*schedule);
    return flow;
}

Result<std::vector<StepRecord>> rateSteps(Flow const& flow, int first, int count) {
    StepCoster coster(*flow.site.topology, flow.site.placement, flow.site.machine.get());
    std::vector<StepRecord> records;
    std::vector<bool> busy(static_cast<std::size_t>(flow.schedule->size()));
    for (int step = first; step < std::min(first + count, flow.schedule->steps()); ++step) {
        auto const cost = coster.cost(*flow.schedule, step);
        if (!cost) return forward_error(cost);
        StepRecord record;
        record.step = step;
        busy.assign(busy.size(), false);
        flow.schedule->for_each_transfer(step, [&](Transfer const& transfer) {
            ++record.messages;
            record.bytes += transfer.bytes;
            busy[static_cast<std::size_t>(transfer.from)] = busy[static_cast<std::size_t>(transfer.to)] = true;
        });
        record.idleRanks = std::ranges::count(busy, false);
        record.maxLoad = cost->max_load;
        record.maxLoadBytes = cost->max_load_bytes;
        record.demand = cost->demand;
        record.utilisation = cost->utilisation;
        record.time = cost->time;
        records.push_back(record);
    }
    return records;
}

Result<std::vector<AlgorithmRecord>> compareAlgorithms(Flow const& flow, StopFlag const& stop,
                                                       std::function<void(AlgorithmRecord const&)> const& report) {
    std::vector<AlgorithmRecord> records;
    for (AlgorithmInfo const& info : algorithms()) {
        if (stop) return fail("cancelled");
        auto const schedule = make_schedule(info.name, flow.schedule->messages(), mesh_shape(*flow.site.topology));
        AlgorithmRecord record;
        if (schedule)
            record = rated(**schedule, flow);
        else
            record.refusal = QString::fromStdString(schedule.error().message);
        record.name = QString::fromUtf8(info.name.data(), static_cast<qsizetype>(info.name.size()));
        report(record);
        records.push_back(std::move(record));
    }
    return records;
}

std::vector<int> routeOf(Flow const& flow, Rank from, Rank to) {
    MessageSet const& messages = flow.schedule->messages();
    auto const nodeOf = [&](Rank rank) -> std::optional<int> {
        for (int position = 0; position < messages.size(); ++position)
            if (messages.rank(position) == rank) return flow.site.placement.node[static_cast<std::size_t>(position)];
        return std::nullopt;
    };
    std::vector<int> links;
    auto const source = nodeOf(from);
    auto const target = nodeOf(to);
    if (source && target && *source != *target) flow.site.topology->route(*source, *target, links);
    return links;
}

} // namespace tessera::gui
