// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan redist: the messages of a redistribution.
#include "cli/common/job_loading.hpp"
#include "cli/common/method_loading.hpp"
#include "cli/common/watched_work.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/base/try.hpp"
#include "libcore/redist/summed_plan.hpp"
#include "libcore/report/messages/redist_report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera::cli {
namespace {

Index ranks_of(std::vector<Transition> const& transitions) {
    Index ranks = 0;
    for (Transition const& each : transitions) ranks = std::max(ranks, each.plan->ranks());
    return ranks;
}

/// Notes addends that remain addends. The report covers those that are summed.
void note_what_stays_pending(Tool const& tool, std::vector<Transition> const& transitions) {
    for (RedistPlan const& plan : transitions.front().plan->plans())
        if (!adds(plan)) note_addends(tool, plan.source().array());
}

/// The messages of a redistribution do not depend on the network or the machine, but the choice of `auto` does.
Result<void> check_site_options(Arguments const& arguments) {
    for (char const* option : {"topology", "machine"})
        if (arguments.has(option) && arguments.text_or("method", "") != "auto")
            return fail(fmt::format("--{} only helps --method auto to choose; add --method auto, or leave it out", option));
    return {};
}

/// Plans with progress, until Ctrl+C.
template <class Plan>
auto watched(Tool const& tool, Plan const& plan) {
    WatchedWork work("planning", progress_mode(tool.arguments.text_or("progress", "auto")), tool.messages.quiet());
    auto planned = plan(work.watch());
    if (planned) work.finish();
    return planned;
}

} // namespace

Result<ExitCode> distplan_redist(Tool const& tool) {
    auto job = TRY(load_job(tool.arguments));
    auto whole = TRY(watched(tool, [&](Watch const& watch) { return load_transitions(tool.arguments, std::move(job), watch); }));
    TRY(check_site_options(tool.arguments));
    note_what_stays_pending(tool, whole);
    auto better = TRY(load_relabelled(tool.arguments, std::move(whole)));
    auto const transitions =
        TRY(watched(tool, [&](Watch const& watch) { return load_phases(tool.arguments, std::move(better), watch); }));
    auto const rank = TRY(chosen_rank(tool.arguments));
    if (Index const ranks = ranks_of(transitions); rank && *rank >= ranks)
        return fail(fmt::format("--rank: rank {} takes no part; the ranks are 0 to {}", *rank, ranks - 1));
    RedistReportOptions const options{.totals_only = tool.arguments.has("totals"),
                                      .rank = rank,
                                      .all = tool.arguments.has("all"),
                                      .memory = tool.arguments.number("memory")};
    bool const json = tool.arguments.has("json");
    (json ? redist_json : redist_text)(transitions, options, sink_to(tool.out));
    return ExitCode::Done;
}

} // namespace tessera::cli
