// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan comm shift.
#include "cli/common/shift_loading.hpp"
#include "cli/common/watched_work.hpp"
#include "cli/distplan/comm.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/base/try.hpp"
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
    auto messages = TRY(messages_of(shift));
    return comm_schedule(tool, std::move(messages), watch);
}

} // namespace

Result<ExitCode> comm_shift(Tool const& tool) {
    auto const mapping = TRY(comm_mapping(tool));
    auto shift = TRY(load_shift(tool.arguments, mapping));
    auto const rank = TRY(chosen_rank(tool.arguments));
    if (auto const path = tool.arguments.text("svg"); path && !tool.arguments.has("step"))
        return write_picture(tool, *path, to_svg(shift_picture(shift)));
    WatchedWork work("planning", progress_mode(tool.arguments.text_or("progress", "auto")), tool.messages.quiet());
    auto schedule = TRY(schedule_of(tool, shift, work.watch()));
    work.finish();
    if (tool.arguments.has("svg")) return draw_on_network(tool, schedule);
    TRY(export_comm_traces(tool, schedule));
    if (shift.edge() == ShiftEdge::Warn && shift.lost() > 0)
        tool.messages.note(
            fmt::format("{} {} the array", counted(shift.lost(), "element"), shift.lost() == 1 ? "leaves" : "leave"));
    ShiftReport const report{std::move(shift), std::move(schedule)};
    RedistReportOptions const options{.totals_only = tool.arguments.has("totals"), .rank = rank, .all = tool.arguments.has("all")};
    (tool.arguments.has("json") ? shift_json : shift_text)(report, options, sink_to(tool.out));
    return ExitCode::Done;
}

} // namespace tessera::cli
