// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan draw --animate.
#include "cli/common/job_loading.hpp"
#include "cli/common/site_loading.hpp"
#include "cli/common/watched_work.hpp"
#include "cli/distplan/draw_motion.hpp"
#include "cli/distplan/drawn_transition.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/base/try.hpp"
#include "libcore/pipeline/sited_schedule.hpp"
#include "libcore/report/pages/flow_page.hpp"

#include <fmt/format.h>

namespace tessera::cli {
namespace {

/// Returns whether to animate messages on links (--view network). Without --view, elements move between owners.
bool plays_network(Arguments const& arguments) {
    return arguments.has("network") || arguments.text_or("view", "") == "network";
}

Result<void> check_options(Arguments const& arguments) {
    for (char const* each : {"svg", "method", "moment", "over", "state", "array-name", "rank", "axes", "at", "color", "link",
                             "route", "beside", "pairs"})
        if (arguments.has(each)) return fail(fmt::format("--{} has no effect with --animate", each));
    if (plays_network(arguments)) return {};
    if (arguments.has("view")) return fail("--animate is for --view ownership or network");
    if (arguments.has("step")) return fail("--step has an effect with --animate only for --view network");
    if (arguments.has("alltoall")) return fail("--animate plays the redistribution of a job; --alltoall has no array");
    return {};
}

Result<std::string> page_of(Tool const& tool, Watch const& watch) {
    auto job = TRY(load_job(tool.arguments));
    auto const transitions = TRY(load_transitions(tool.arguments, std::move(job)));
    MultiPlan const& whole = *drawn_transition(tool, transitions).plan;
    RedistPlan const& plan = whole.plans().front();
    if (whole.plans().size() > 1)
        tool.messages.note(fmt::format("this shows {}, the first of {} arrays", plan.source().array().name, whole.plans().size()));
    auto messages = TRY(MessageSet::of(whole));
    if (messages.messages() == 0) return fail("there is nothing to play: no message has to be sent");
    auto site = TRY(load_site(tool.arguments, messages.size()));
    auto const sited = TRY(schedule_on(std::move(site), std::move(messages), tool.arguments.text_or("algorithm", "auto"), watch));
    return flow_page(plan, *sited.schedule, sited.site, watch);
}

} // namespace

Result<ExitCode> distplan_draw_flow(Tool const& tool, std::string const& path) {
    TRY(check_options(tool.arguments));
    WatchedWork work("drawing", progress_mode(tool.arguments.text_or("progress", "auto")), tool.messages.quiet());
    auto const page = TRY(plays_network(tool.arguments) ? network_page_of(tool, work.watch()) : page_of(tool, work.watch()));
    work.finish();
    return write_picture(tool, path, page);
}

} // namespace tessera::cli
