// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan draw.
#include "cli/common/job_loading.hpp"
#include "cli/common/new_file.hpp"
#include "cli/common/terminal.hpp"
#include "cli/distplan/draw_view.hpp"
#include "cli/distplan/subcommands.hpp"
#include "cli/distplan/terminal_picture.hpp"
#include "libcore/scene/ownership_scene.hpp"
#include "libcore/scene/svg.hpp"
#include "libcore/spec/write.hpp"

#include <fmt/format.h>

namespace tessera::cli {
namespace {

/// What --state asks for: one state, or first and last.
std::vector<std::string> states_to_draw(Arguments const& arguments, ArrayStates const& array) {
    std::string const state = arguments.text_or("state", "both");
    if (state != "both") return {state};
    return array.states.size() > 1 ? std::vector<std::string>{"from", "to"} : std::vector<std::string>{"from"};
}

std::string heading_of(std::string const& state, std::size_t states) {
    if (states == 1 && (state == "from" || state == "to")) return {};
    return state == "from" || state == "to" ? state : "state " + state;
}

Result<std::vector<DrawnState>> drawn_states(Arguments const& arguments, Job const& job) {
    auto const array = choose_array(job, arguments.text("array-name"));
    if (!array) return tl::unexpected(array.error());
    auto const view = view_of(arguments, (*array)->array);
    if (!view) return tl::unexpected(view.error());
    std::vector<DrawnState> drawn;
    for (std::string const& state : states_to_draw(arguments, **array)) {
        auto mapping = mapping_in_state(**array, state);
        if (!mapping) return tl::unexpected(mapping.error());
        drawn.push_back({heading_of(state, (*array)->states.size()), std::move(*mapping), *view});
    }
    return drawn;
}

Scene scene_of(std::vector<DrawnState> const& states) {
    std::vector<OwnershipPanel> panels;
    for (DrawnState const& state : states)
        panels.push_back(
            {OwnershipGrid(state.mapping, state.view, picture_limits(state.view)), state.heading, describe(state.mapping.spec())});
    return ownership_scene(describe(states.front().mapping.array()), panels);
}

} // namespace

Result<ExitCode> distplan_draw(Tool const& tool) {
    auto const job = load_job(tool.arguments);
    if (!job) return tl::unexpected(job.error());
    auto const states = drawn_states(tool.arguments, *job);
    if (!states) return tl::unexpected(states.error());
    if (auto const path = tool.arguments.text("svg")) {
        auto const written = write_new_file(*path, to_svg(scene_of(*states)), tool.arguments.has("force"));
        if (!written) return tl::unexpected(written.error());
        return ExitCode::Done;
    }
    Terminal const terminal = terminal_of(tool.out.descriptor(), color_when(tool.arguments.text_or("color", "auto")));
    tool.out.write(terminal_picture(*states, terminal));
    return ExitCode::Done;
}

} // namespace tessera::cli
