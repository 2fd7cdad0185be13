// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan draw --view template, balance, memory, rhythms and stages.
#include "cli/common/job_loading.hpp"
#include "cli/common/site_loading.hpp"
#include "cli/distplan/draw_view.hpp"
#include "cli/distplan/drawn_transition.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/base/try.hpp"
#include "libcore/pipeline/method_choice.hpp"
#include "libcore/scene/insight.hpp"
#include "libcore/scene/svg.hpp"

#include <fmt/format.h>
#include <vector>

namespace tessera::cli {
namespace {

/// Refuses options that only other views use.
Result<void> check_insight(Arguments const& arguments, Insight kind) {
    std::vector<char const*> unused{"step",      "moment", "over",  "alltoall", "axes", "section",
                                    "placement", "link",   "route", "beside",   "pairs"};
    bool const of_state = is_of_state(kind);
    for (char const* each : {"state", "array-name", "at"})
        if (!of_state) unused.push_back(each);
    for (char const* each : {"transition"})
        if (of_state) unused.push_back(each);
    if (kind != Insight::Memory && kind != Insight::Balance) unused.push_back("rank");
    for (char const* each : {"algorithm", "topology", "machine"})
        if (kind != Insight::Stages || std::string_view(each) == "algorithm") unused.push_back(each);
    if (kind != Insight::Stages) unused.push_back("method");
    for (char const* each : unused)
        if (arguments.has(each)) return fail(fmt::format("--{} has no effect with --view {}", each, name_of(kind)));
    if (!arguments.has("svg"))
        return fail(fmt::format("--view {} draws an SVG picture; add --svg FILE, or --svg - for standard output", name_of(kind)));
    return {};
}

/// Draws the first state, unless --state names another.
Result<Scene> insight_of_state(Tool const& tool, Insight kind) {
    auto const job = TRY(load_job(tool.arguments));
    auto const states = TRY(drawn_states(tool.arguments, job));
    note_other_arrays(tool, job);
    auto const rank = TRY(chosen_rank(tool.arguments));
    DrawnState const& state = states.front();
    std::optional<Extents> element;
    if (tool.arguments.has("at")) element = state.view.fixed;
    return state_insight(kind, state.mapping, rank, element);
}

Result<Scene> insight_of_change(Tool const& tool, Insight kind) {
    auto job = TRY(load_job(tool.arguments));
    auto const transitions = TRY(load_transitions(tool.arguments, std::move(job)));
    MultiPlan const& plan = *drawn_transition(tool, transitions).plan;
    auto const site = [&](int ranks) { return load_site(tool.arguments, ranks); };
    return change_insight(kind, plan, tool.arguments.text_or("method", "auto"), site);
}

} // namespace

Result<ExitCode> distplan_draw_insight(Tool const& tool, std::string_view name) {
    Insight const kind = *insight_named(name);
    TRY(check_insight(tool.arguments, kind));
    auto const scene = TRY(is_of_state(kind) ? insight_of_state(tool, kind) : insight_of_change(tool, kind));
    return write_picture(tool, *tool.arguments.text("svg"), to_svg(scene));
}

} // namespace tessera::cli
