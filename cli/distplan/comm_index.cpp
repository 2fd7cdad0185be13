// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan comm send and get.
#include "cli/common/index_loading.hpp"
#include "cli/common/mask_loading.hpp"
#include "cli/common/watched_work.hpp"
#include "cli/distplan/comm.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/base/try.hpp"
#include "libcore/report/messages/index_export.hpp"
#include "libcore/report/messages/index_report.hpp"
#include "libcore/scene/pictures.hpp"
#include "libcore/scene/svg.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera::cli {
namespace {

Result<IndexPlan> load_index_plan(Tool const& tool, IndexOperation operation) {
    auto const mapping = TRY(comm_mapping(tool));
    auto where = TRY(load_mask(tool.arguments, mapping.array()));
    auto lists = TRY(load_indices(tool.arguments, mapping, std::move(where)));
    Merge const merge = tool.arguments.has("export") ? Merge::Never : load_merge(tool.arguments);
    return IndexPlan::make(mapping, std::move(lists), operation, {.merge = merge});
}

Result<ExitCode> export_plan(Tool const& tool, IndexPlan const& plan, std::string_view form, std::optional<Rank> rank) {
    auto const written = (form == "petsc" ? export_petsc : export_alltoallw)(plan, rank, sink_to(tool.out));
    if (!written) return fail(fmt::format("--export {}: {}", form, written.error().message));
    return ExitCode::Done;
}

/// Returns the schedule of the messages with this number of bytes per value.
Result<std::optional<RatedSchedule>> schedule_of_values(Tool const& tool, IndexPlan const& plan, Index bytes_each,
                                                        Watch const& watch) {
    if (!wants_comm_schedule(tool, plan.mapping())) return std::optional<RatedSchedule>();
    auto messages = TRY(plan.message_set(bytes_each));
    return comm_schedule(tool, std::move(messages), watch);
}

Result<IndexReport> index_report(Tool const& tool, IndexPlan plan, Watch const& watch) {
    Index const value = plan.mapping().array().type.bytes;
    constexpr Index place = sizeof(Index);
    auto schedule = TRY(schedule_of_values(tool, plan, value, watch));
    if (!schedule || !schedule->cost.time()) return IndexReport{std::move(plan), std::move(schedule), {}, {}};
    auto places = TRY(schedule_of_values(tool, plan, place, watch));
    auto together = TRY(schedule_of_values(tool, plan, value + place, watch));
    return IndexReport{std::move(plan), std::move(schedule), std::move(places), std::move(together)};
}

Result<ExitCode> comm_by_index(Tool const& tool, IndexOperation operation) {
    auto plan = TRY(load_index_plan(tool, operation));
    auto const rank = TRY(chosen_rank(tool.arguments));
    if (auto const form = tool.arguments.text("export")) return export_plan(tool, plan, *form, rank);
    if (auto const path = tool.arguments.text("svg"); path && !tool.arguments.has("step"))
        return write_picture(tool, *path, to_svg(index_picture(plan)));
    WatchedWork work("planning", progress_mode(tool.arguments.text_or("progress", "auto")), tool.messages.quiet());
    auto const report = TRY(index_report(tool, std::move(plan), work.watch()));
    work.finish();
    if (tool.arguments.has("svg")) return draw_on_network(tool, report.schedule);
    TRY(export_comm_traces(tool, report.schedule));
    RedistReportOptions const options{.totals_only = tool.arguments.has("totals"), .rank = rank, .all = tool.arguments.has("all")};
    (tool.arguments.has("json") ? index_json : index_text)(report, options, sink_to(tool.out));
    return ExitCode::Done;
}

} // namespace

Result<ExitCode> comm_send(Tool const& tool) {
    return comm_by_index(tool, IndexOperation::Send);
}

Result<ExitCode> comm_get(Tool const& tool) {
    return comm_by_index(tool, IndexOperation::Get);
}

} // namespace tessera::cli
