// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages a schedule is made for.
#include "cli/distplan/exchange.hpp"

#include "cli/common/job_loading.hpp"
#include "cli/common/job_plan.hpp"

#include <fmt/format.h>

namespace tessera::cli {
namespace {

constexpr Index most_ranks = Index{1} << 20;

Result<MessageSet> all_to_all(Arguments const& arguments, Index bytes) {
    auto const ranks = arguments.number("ranks");
    if (!ranks) return fail("--alltoall needs --ranks, the number of ranks that exchange");
    if (*ranks < 1 || *ranks > most_ranks) return fail(fmt::format("--ranks {}: expected 1 to {}", *ranks, most_ranks));
    return MessageSet::all_to_all(static_cast<int>(*ranks), bytes);
}

} // namespace

Result<MessageSet> exchanged_messages(Arguments const& arguments) {
    if (auto const bytes = arguments.number("alltoall")) {
        if (!arguments.positionals().empty() || arguments.has("array"))
            return fail("a job and --alltoall exclude each other; give one of them");
        return all_to_all(arguments, *bytes);
    }
    auto const job = load_job(arguments);
    if (!job) return forward_error(job);
    auto const section = load_section(arguments, *job);
    if (!section) return forward_error(section);
    auto const plan = plan_of(*job, *section);
    if (!plan) return forward_error(plan);
    return MessageSet::of(*plan);
}

} // namespace tessera::cli
