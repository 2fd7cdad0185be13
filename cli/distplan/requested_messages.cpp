// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages for distplan schedule and draw, as the options select them.
#include "cli/distplan/requested_messages.hpp"

#include "cli/common/job_loading.hpp"
#include "cli/common/method_loading.hpp"
#include "libcore/base/try.hpp"
#include "libcore/report/messages/redist_report.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera::cli {
namespace {

constexpr Index most_ranks = Index{1} << 20;

Result<MessageSet> all_to_all(Arguments const& arguments, Index bytes) {
    auto const ranks = arguments.number("ranks");
    if (!ranks) return fail("--alltoall needs --ranks, the number of ranks that exchange");
    if (*ranks < 1 || *ranks > most_ranks) return fail(fmt::format("--ranks {}: expected 1 to {}", *ranks, most_ranks));
    return MessageSet::all_to_all(static_cast<int>(*ranks), bytes);
}

Result<std::vector<RequestedMessages>> messages_of_job(Arguments const& arguments) {
    auto job = TRY(load_job(arguments));
    auto whole = TRY(load_transitions(arguments, std::move(job)));
    auto const transitions = TRY(load_phases(arguments, std::move(whole)));
    std::vector<RequestedMessages> asked;
    for (std::size_t i = 0; i < transitions.size(); ++i) {
        Transition const& each = transitions[i];
        auto messages = TRY(MessageSet::of(*each.plan));
        asked.push_back({transition_heading(transitions, i), each.from, each.to, std::move(messages)});
    }
    return asked;
}

} // namespace

Result<std::vector<RequestedMessages>> requested_messages(Arguments const& arguments) {
    auto const bytes = arguments.number("alltoall");
    if (!bytes) return messages_of_job(arguments);
    if (!arguments.positionals().empty() || arguments.has("array")) return fail("a job and --alltoall cannot be used together");
    if (arguments.has("method")) return fail("--method is for jobs, and cannot be used together with --alltoall");
    if (arguments.has("transition")) return fail("--transition is for jobs, and cannot be used together with --alltoall");
    auto messages = TRY(all_to_all(arguments, *bytes));
    return std::vector{RequestedMessages{.heading = {}, .messages = std::move(messages)}};
}

} // namespace tessera::cli
