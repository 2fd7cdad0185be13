// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan comm shift.
#include "cli/common/shift_loading.hpp"
#include "cli/common/watched_work.hpp"
#include "cli/distplan/comm.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/base/units.hpp"
#include "libcore/report/messages/shift_report.hpp"
#include "libcore/scene/messages/shift_scene.hpp"
#include "libcore/scene/svg.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera::cli {
namespace {

Result<std::optional<RatedSchedule>> schedule_of(Tool const& tool, GridShift const& shift, Watch const& watch) {
    if (!wants_comm_schedule(tool, shift.mapping())) return std::optional<RatedSchedule>();
    auto messages = messages_of(shift);
    if (!messages) return forward_error(messages);
    return comm_schedule(tool, *std::move(messages), watch);
}

} // namespace

Result<ExitCode> comm_shift(Tool const& tool) {
    auto const mapping = comm_mapping(tool);
    if (!mapping) return forward_error(mapping);
    auto shift = load_shift(tool.arguments, *mapping);
    if (!shift) return forward_error(shift);
    auto const rank = chosen_rank(tool.arguments);
    if (!rank) return forward_error(rank);
    if (auto const path = tool.arguments.text("svg"); path && !tool.arguments.has("step"))
        return write_picture(tool, *path, to_svg(shift_picture(*shift)));
    WatchedWork work("planning", progress_mode(tool.arguments.text_or("progress", "auto")), tool.messages.quiet());
    auto schedule = schedule_of(tool, *shift, work.watch());
    if (!schedule) return forward_error(schedule);
    work.finish();
    if (tool.arguments.has("svg")) return draw_on_network(tool, *schedule);
    if (auto const traced = export_comm_traces(tool, *schedule); !traced) return forward_error(traced);
    if (shift->edge() == ShiftEdge::Warn && shift->lost() > 0)
        tool.messages.note(
            fmt::format("{} {} the array", counted(shift->lost(), "element"), shift->lost() == 1 ? "leaves" : "leave"));
    ShiftReport const report{*std::move(shift), *std::move(schedule)};
    RedistReportOptions const options{.totals_only = tool.arguments.has("totals"), .rank = *rank, .all = tool.arguments.has("all")};
    (tool.arguments.has("json") ? shift_json : shift_text)(report, options, sink_to(tool.out));
    return ExitCode::Done;
}

} // namespace tessera::cli
