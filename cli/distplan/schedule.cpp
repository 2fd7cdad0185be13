// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan schedule.
#include "cli/common/new_file.hpp"
#include "cli/common/site_loading.hpp"
#include "cli/common/terminal.hpp"
#include "cli/common/watched_work.hpp"
#include "cli/distplan/exchange.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/network/cost.hpp"
#include "libcore/report/schedule_report.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

double port_ratio(ScheduleQuality const& quality) {
    return quality.lower_bound > 0 ? static_cast<double>(quality.one_port_cost) / static_cast<double>(quality.lower_bound) : 1.0;
}

/// One row of --compare; why an algorithm does not apply is part of the answer, not an error.
ComparedSchedule compared(std::string_view algorithm, MessageSet const& messages, LoadedSite const& site, Watch const& watch) {
    ComparedSchedule row;
    row.algorithm = algorithm;
    auto const schedule = make_schedule(algorithm, messages, site.mesh(), watch);
    if (!schedule) {
        row.refusal = schedule.error().message;
        return row;
    }
    auto const cost = cost_of(**schedule, *site.topology, site.placement, site.machine_or_null(), watch);
    if (!cost) {
        row.refusal = cost.error().message;
        return row;
    }
    auto const quality = quality_of(**schedule, watch);
    if (!quality) {
        row.refusal = quality.error().message;
        return row;
    }
    row.steps = quality->steps;
    row.bytes_sent = quality->bytes_sent;
    row.port_ratio = port_ratio(*quality);
    for (StepCost const& step : cost->steps) row.max_load = std::max(row.max_load, step.max_load);
    row.congestion_impact = cost->congestion_impact;
    row.congested_bytes = cost->congested_bytes;
    row.time = cost->time();
    return row;
}

Result<void> compare(Tool const& tool, MessageSet const& messages, LoadedSite const& site, WatchedWork& work) {
    std::vector<ComparedSchedule> rows;
    Watch const watch = work.watch();
    for (AlgorithmInfo const& info : algorithms()) {
        rows.push_back(compared(info.name, messages, site, watch.silent()));
        if (watch.stopped()) return stopped_error();
        watch.report(std::ssize(rows), std::ssize(algorithms()));
    }
    work.finish();
    sort_compared(rows);
    Sink const sink = sink_to(tool.out);
    if (tool.arguments.has("json")) {
        comparison_json(rows, sink);
        return {};
    }
    sink(fmt::format("{} messages among {} ranks on {}, each algorithm in its own way:\n\n", messages.messages(), messages.size(),
                     site.topology->name()));
    comparison_text(rows, sink);
    return {};
}

Result<void> export_traces(Tool const& tool, RatedSchedule const& rated) {
    using Writer = void (*)(RatedSchedule const&, Sink const&);
    for (auto const& [option, write] :
         {std::pair<char const*, Writer>{"export-trace", schedule_chrome_trace}, {"export-paje", schedule_paje_trace}}) {
        auto const path = tool.arguments.text(option);
        if (!path) continue;
        std::string content;
        write(rated, [&content](std::string_view piece) { content += piece; });
        if (auto const written = write_new_file(*path, content, tool.arguments.has("force")); !written) return written;
        tool.messages.note(fmt::format("wrote {}", *path));
    }
    return {};
}

Result<void> show(Tool const& tool, MessageSet messages, LoadedSite const& site, WatchedWork& work) {
    Watch const watch = work.watch();
    auto const chosen = schedule_named(tool.arguments.text_or("algorithm", "auto"), std::move(messages), site, watch);
    if (!chosen) return forward_error(chosen);
    Schedule const& schedule = *chosen->schedule;
    auto const cost = cost_of(schedule, *site.topology, site.placement, site.machine_or_null(), watch);
    if (!cost) return forward_error(cost);
    auto const quality = quality_of(schedule, watch);
    if (!quality) return forward_error(quality);
    work.finish();
    RatedSchedule const rated{schedule,      *quality, *cost, site.topology->name(), site.machine ? site.machine->name : "",
                              chosen->reason};
    if (auto const exported = export_traces(tool, rated); !exported) return exported;
    Sink const sink = sink_to(tool.out);
    if (tool.arguments.has("json"))
        schedule_json(rated, sink);
    else
        schedule_text(rated, terminal_of(tool.out.descriptor()).width, tool.arguments.has("all"), sink);
    return {};
}

} // namespace

Result<ExitCode> distplan_schedule(Tool const& tool) {
    auto messages = exchanged_messages(tool.arguments);
    if (!messages) return forward_error(messages);
    auto const site = load_site(tool.arguments, messages->size());
    if (!site) return forward_error(site);
    WatchedWork work("scheduling", ProgressMode::Auto, tool.messages.quiet());
    auto const shown =
        tool.arguments.has("compare") ? compare(tool, *messages, *site, work) : show(tool, std::move(*messages), *site, work);
    if (!shown) return forward_error(shown);
    return ExitCode::Done;
}

} // namespace tessera::cli
