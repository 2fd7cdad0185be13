// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan draw.
#include "cli/common/job_loading.hpp"
#include "cli/common/new_file.hpp"
#include "cli/common/terminal.hpp"
#include "cli/distplan/draw_view.hpp"
#include "cli/distplan/subcommands.hpp"
#include "cli/distplan/terminal_picture.hpp"
#include "libcore/base/try.hpp"
#include "libcore/report/mapping/mapping_text.hpp"
#include "libcore/scene/insight.hpp"
#include "libcore/scene/ownership/ownership_scene.hpp"
#include "libcore/scene/svg.hpp"

#include <fmt/format.h>

namespace tessera::cli {
namespace {

Scene scene_of(std::vector<DrawnState> const& states) {
    std::vector<GridLimits> limits;
    for (DrawnState const& state : states) limits.push_back(picture_limits(state.view));
    auto const plans = plan_states(states, limits);
    std::vector<TitledGrid> panels;
    for (std::size_t i = 0; i < states.size(); ++i) {
        DrawnState const& state = states[i];
        panels.push_back({OwnershipGrid(state.mapping, state.view, plans[i]), state.heading, mapping_text(state.mapping.spec())});
    }
    return ownership_scene(title_of(states), panels);
}

/// Returns the view that --view names; --network is short for --view network.
Result<std::string> drawn_view(Arguments const& arguments) {
    std::string const view = arguments.text_or("view", arguments.has("network") ? "network" : "ownership");
    if (arguments.has("network") && view != "network")
        return fail(fmt::format("--network and --view {} cannot be used together", view));
    return view;
}

} // namespace

Result<ExitCode> write_picture(Tool const& tool, std::string const& path, std::string const& picture) {
    if (path == "-") {
        tool.out.write(picture);
        return ExitCode::Done;
    }
    TRY(write_new_file(path, picture, tool.arguments.has("force")));
    return ExitCode::Done;
}

Result<ExitCode> distplan_draw(Tool const& tool) {
    if (auto const path = tool.arguments.text("animate")) return distplan_draw_flow(tool, *path);
    auto const view = TRY(drawn_view(tool.arguments));
    if (insight_named(view)) return distplan_draw_insight(tool, view);
    if (tool.arguments.has("method")) return fail("--method is for --view stages");
    if (view != "ownership" && view != "shards") return distplan_draw_messages(tool, view);
    for (char const* each : {"link", "route", "beside"})
        if (tool.arguments.has(each)) return fail(fmt::format("--{} is for --view network", each));
    if (tool.arguments.has("pairs")) return fail("--pairs is for --view messages");
    for (char const* each : {"step", "moment", "over", "alltoall", "transition", "algorithm", "topology", "placement", "machine"})
        if (tool.arguments.has(each))
            return fail(fmt::format("--{} is for pictures of messages; add --view schedule, network or cost", each));
    if (view == "shards") return distplan_draw_shards(tool);
    auto const job = TRY(load_job(tool.arguments));
    auto const states = TRY(drawn_states(tool.arguments, job));
    if (job.copies.empty() || tool.arguments.has("state")) note_other_arrays(tool, job);
    note_addends(tool, states.front().mapping.array());
    if (auto const path = tool.arguments.text("svg")) return write_picture(tool, *path, to_svg(scene_of(states)));
    Terminal const terminal = terminal_of(tool.out.descriptor(), color_when(tool.arguments.text_or("color", "auto")));
    tool.out.write(terminal_picture(states, terminal));
    return ExitCode::Done;
}

} // namespace tessera::cli
