// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan comm send and get.
#include "cli/common/index_loading.hpp"
#include "cli/common/mask_loading.hpp"
#include "cli/common/watched_work.hpp"
#include "cli/distplan/comm.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/report/messages/index_export.hpp"
#include "libcore/report/messages/index_report.hpp"
#include "libcore/scene/pictures.hpp"
#include "libcore/scene/svg.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera::cli {
namespace {

Result<IndexPlan> load_index_plan(Tool const& tool, IndexOperation operation) {
    auto const mapping = comm_mapping(tool);
    if (!mapping) return forward_error(mapping);
    auto where = load_mask(tool.arguments, mapping->array());
    if (!where) return forward_error(where);
    auto lists = load_indices(tool.arguments, *mapping, *std::move(where));
    if (!lists) return forward_error(lists);
    Merge const merge = tool.arguments.has("export") ? Merge::Never : load_merge(tool.arguments);
    return IndexPlan::make(*mapping, *std::move(lists), operation, {.merge = merge});
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
    auto messages = plan.message_set(bytes_each);
    if (!messages) return forward_error(messages);
    return comm_schedule(tool, *std::move(messages), watch);
}

Result<IndexReport> index_report(Tool const& tool, IndexPlan plan, Watch const& watch) {
    Index const value = plan.mapping().array().type.bytes;
    constexpr Index place = sizeof(Index);
    auto schedule = schedule_of_values(tool, plan, value, watch);
    if (!schedule) return forward_error(schedule);
    if (!*schedule || !(*schedule)->cost.time()) return IndexReport{std::move(plan), *std::move(schedule), {}, {}};
    auto places = schedule_of_values(tool, plan, place, watch);
    if (!places) return forward_error(places);
    auto together = schedule_of_values(tool, plan, value + place, watch);
    if (!together) return forward_error(together);
    return IndexReport{std::move(plan), *std::move(schedule), *std::move(places), *std::move(together)};
}

Result<ExitCode> comm_by_index(Tool const& tool, IndexOperation operation) {
    auto plan = load_index_plan(tool, operation);
    if (!plan) return forward_error(plan);
    auto const rank = chosen_rank(tool.arguments);
    if (!rank) return forward_error(rank);
    if (auto const form = tool.arguments.text("export")) return export_plan(tool, *plan, *form, *rank);
    if (auto const path = tool.arguments.text("svg"); path && !tool.arguments.has("step"))
        return write_picture(tool, *path, to_svg(index_picture(*plan)));
    WatchedWork work("planning", progress_mode(tool.arguments.text_or("progress", "auto")), tool.messages.quiet());
    auto const report = index_report(tool, *std::move(plan), work.watch());
    if (!report) return forward_error(report);
    work.finish();
    if (tool.arguments.has("svg")) return draw_on_network(tool, report->schedule);
    if (auto const traced = export_comm_traces(tool, report->schedule); !traced) return forward_error(traced);
    RedistReportOptions const options{.totals_only = tool.arguments.has("totals"), .rank = *rank, .all = tool.arguments.has("all")};
    (tool.arguments.has("json") ? index_json : index_text)(*report, options, sink_to(tool.out));
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
