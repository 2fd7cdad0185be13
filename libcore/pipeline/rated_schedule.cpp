// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a schedule with its quality and cost on a site, alone or in comparison with other algorithms.
#include "libcore/pipeline/rated_schedule.hpp"

#include "libcore/base/try.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <algorithm>
#include <utility>

namespace tessera {
namespace {

double port_ratio(ScheduleQuality const& quality) {
    return quality.lower_bound > 0 ? static_cast<double>(quality.one_port_cost) / static_cast<double>(quality.lower_bound) : 1.0;
}

Result<RatedSchedule> rated_by_name(std::string_view algorithm, MessageSet const& messages, Site const& site, Watch const& watch) {
    auto sited = TRY(schedule_on(site, messages, algorithm, watch));
    return rate(std::move(sited), watch);
}

} // namespace

Result<RatedSchedule> rate(SitedSchedule sited, Watch const& watch) {
    auto cost = TRY(cost_of(*sited.schedule, sited.site, watch));
    auto quality = TRY(quality_of(*sited.schedule, watch));
    return RatedSchedule{std::move(sited), std::move(quality), std::move(cost)};
}

ComparedSchedule compared(RatedSchedule const& rated) {
    ComparedSchedule row;
    row.algorithm = rated.schedule->algorithm();
    row.steps = rated.quality.steps;
    row.transfers = rated.quality.transfers;
    row.bytes_sent = rated.quality.bytes_sent;
    row.port_ratio = port_ratio(rated.quality);
    for (StepCost const& step : rated.cost.steps) row.max_load = std::max(row.max_load, step.max_load);
    row.congestion_impact = rated.cost.congestion_impact;
    row.congested_bytes = rated.cost.congested_bytes;
    row.time = rated.cost.time();
    row.lack = rated.cost.lack;
    row.at_least = rated.at_least();
    return row;
}

ComparedSchedule compared(std::string_view algorithm, MessageSet const& messages, Site const& site, Watch const& watch) {
    auto const rated = rated_by_name(algorithm, messages, site, watch);
    ComparedSchedule row;
    if (rated)
        row = compared(*rated);
    else
        row.refusal = rated.error().message;
    row.algorithm = algorithm;
    return row;
}

Result<std::vector<ComparedSchedule>> compare_algorithms(MessageSet const& messages, Site const& site, Watch const& watch,
                                                         std::function<void(ComparedSchedule const&)> const& found) {
    std::vector<ComparedSchedule> rows;
    for (AlgorithmInfo const& info : algorithms()) {
        ComparedSchedule row = compared(info.name, messages, site, watch.silent());
        if (watch.stopped()) return stopped_error();
        if (found) found(row);
        rows.push_back(std::move(row));
        watch.report(std::ssize(rows), std::ssize(algorithms()));
    }
    return rows;
}

void sort_compared(std::vector<ComparedSchedule>& rows) {
    std::ranges::stable_sort(rows, [](ComparedSchedule const& a, ComparedSchedule const& b) {
        if (a.refusal.empty() != b.refusal.empty()) return a.refusal.empty();
        if (a.time.has_value() != b.time.has_value()) return a.time.has_value();
        return a.time.value_or(a.congested_bytes) < b.time.value_or(b.congested_bytes);
    });
}

} // namespace tessera
