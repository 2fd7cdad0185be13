// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan comm halo.
#include "cli/common/halo_loading.hpp"
#include "cli/common/watched_work.hpp"
#include "cli/distplan/comm.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/base/try.hpp"
#include "libcore/report/messages/halo_report.hpp"
#include "libcore/scene/messages/halo_scene.hpp"
#include "libcore/scene/svg.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

namespace tessera::cli {
namespace {

Result<std::optional<RatedSchedule>> schedule_of(Tool const& tool, HaloPlan const& plan, Watch const& watch) {
    if (!wants_comm_schedule(tool, plan.mapping())) return std::optional<RatedSchedule>();
    auto messages = TRY(messages_of(plan, watch, load_direction(tool.arguments)));
    return comm_schedule(tool, std::move(messages), watch);
}

/// Returns the report on one exchange of this plan.
Result<HaloReport> report_of(Tool const& tool, HaloPlan const& plan, Watch const& watch) {
    auto shares = TRY(HaloShares::make(plan, watch));
    auto schedule = TRY(schedule_of(tool, plan, watch));
    return HaloReport{plan, std::move(shares), 1, std::move(schedule), {}, load_direction(tool.arguments)};
}

/// The widest halo is that of the report, so its schedule is known.
Result<std::vector<WideHaloRow>> compared_widths(Tool const& tool, HaloPlan const& plan, HaloReport const& report,
                                                 Watch const& watch) {
    auto halos = TRY(wide_halos(plan, report.steps, watch));
    std::vector<WideHaloRow> rows;
    for (WideHalo& halo : halos) {
        auto const schedule = TRY(halo.steps == report.steps ? report.schedule : schedule_of(tool, halo.plan, watch));
        rows.push_back({std::move(halo), schedule ? schedule->cost.time() : std::nullopt});
    }
    return rows;
}

Result<HaloReport> halo_report(Tool const& tool, HaloPlan const& plan, Index steps) {
    WatchedWork work("planning", progress_mode(tool.arguments.text_or("progress", "auto")), tool.messages.quiet());
    auto const exchanged = TRY(widened(plan, steps, work.watch()));
    auto report = report_of(tool, exchanged, work.watch());
    if (!report) return report;
    report->steps = steps;
    if (steps > 1) report->wide = TRY(compared_widths(tool, plan, *report, work.watch()));
    work.finish();
    return report;
}

/// Draws the halo of one rank, or of the first ones.
Result<ExitCode> draw_halo(Tool const& tool, HaloPlan const& plan, Index steps, std::optional<Rank> only, std::string const& path) {
    auto const exchanged = TRY(widened(plan, steps));
    auto const picture = TRY(halo_picture(exchanged, only, load_direction(tool.arguments)));
    Index const ranks = plan.mapping().grid().size();
    if (!only && ranks > most_halo_panels)
        tool.messages.note(
            fmt::format("the picture shows the first {} of {} ranks; --rank R draws another", most_halo_panels, ranks));
    return write_picture(tool, path, to_svg(picture));
}

} // namespace

Result<ExitCode> comm_halo(Tool const& tool) {
    auto const mapping = TRY(comm_mapping(tool));
    auto const plan = TRY(load_halo(tool.arguments, mapping));
    auto const steps = TRY(load_steps(tool.arguments));
    auto const rank = TRY(chosen_rank(tool.arguments));
    if (rank && !mapping.grid().position(*rank)) return fail(fmt::format("--rank: rank {} takes no part", *rank));
    if (auto const path = tool.arguments.text("svg"); path && !tool.arguments.has("step"))
        return draw_halo(tool, plan, steps, rank, *path);
    auto const report = TRY(halo_report(tool, plan, steps));
    if (tool.arguments.has("svg")) return draw_on_network(tool, report.schedule);
    TRY(export_comm_traces(tool, report.schedule));
    HaloReportOptions const options{.totals_only = tool.arguments.has("totals"), .rank = rank, .all = tool.arguments.has("all")};
    (tool.arguments.has("json") ? halo_json : halo_text)(report, options, sink_to(tool.out));
    return ExitCode::Done;
}

} // namespace tessera::cli
