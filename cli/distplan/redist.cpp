// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan redist.
#include "cli/common/job_loading.hpp"
#include "cli/common/job_plan.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/report/redist_report.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

std::size_t most_states(Job const& job) {
    std::size_t most = 0;
    for (ArrayStates const& array : job.arrays) most = std::max(most, array.states.size());
    return most;
}

} // namespace

Result<ExitCode> distplan_redist(Tool const& tool) {
    auto job = load_job(tool.arguments);
    if (!job) return forward_error(job);
    auto const states = tool.arguments.text("state");
    if (states)
        if (auto const kept = keep_states(*job, *states); !kept) return forward_error(kept);
    auto const section = load_section(tool.arguments, *job);
    if (!section) return forward_error(section);
    auto const plan = plan_of(*job, *section);
    if (!plan) return forward_error(plan);
    auto const rank = chosen_rank(tool.arguments);
    if (!rank) return forward_error(rank);
    if (*rank && **rank >= plan->ranks())
        return fail(fmt::format("--rank: rank {} takes no part; the ranks are 0 to {}", **rank, plan->ranks() - 1));
    RedistReportOptions const options{.totals_only = tool.arguments.has("totals"), .rank = *rank, .all = tool.arguments.has("all")};
    if (!states && most_states(*job) > 2)
        tool.messages.note(fmt::format("from the first of {} states to the last; --state 0:1 shows one step", most_states(*job)));
    bool const json = tool.arguments.has("json");
    (json ? redist_json : redist_text)(*plan, options, sink_to(tool.out));
    return ExitCode::Done;
}

} // namespace tessera::cli
