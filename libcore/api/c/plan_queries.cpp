// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what plans of the C interface tell.
#include "libcore/api/c/failure.hpp"
#include "libcore/api/c/handles.hpp"
#include "libcore/base/try.hpp"
#include "libcore/redist/methods/method.hpp"
#include "libcore/redist/named_collective.hpp"
#include "libcore/redist/summed_plan.hpp"
#include "libcore/report/messages/redist_report.hpp"
#include "libcore/scene/pictures.hpp"
#include "libcore/scene/svg.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

namespace tessera::api {
namespace {

/// Returns the transitions as reports show them: a sum is shown as its phases.
Result<std::vector<Transition>> reported(std::vector<Transition> const& transitions) {
    if (std::ranges::none_of(transitions, [](Transition const& each) { return adds(*each.plan); })) return transitions;
    auto const no_site = [](int) -> Result<Site> { return fail("a plan of the C interface has no site"); };
    std::vector<Transition> all;
    for (Transition const& whole : transitions) {
        auto phases = TRY(phases_of(whole, plain_method(*whole.plan), no_site));
        std::ranges::move(phases, std::back_inserter(all));
    }
    return all;
}

using Report = void (*)(std::span<Transition const>, RedistReportOptions const&, Sink const&);

Result<std::string> report_of(tessera_plan const& plan, Report report) {
    auto const transitions = TRY(reported(plan.transitions));
    return written_text([&](Sink const& sink) { report(transitions, {}, sink); });
}

/// Visits the messages of a rank, or all messages if `rank` is -1, in the order of tessera_plan_messages.
void for_each_listed_message(MultiPlan const& plan, Rank rank, std::function<void(MultiMessage const&)> const& visit) {
    if (rank < 0) {
        for (Rank const sender : plan.senders()) std::ranges::for_each(plan.sends(sender), visit);
        return;
    }
    std::ranges::for_each(plan.sends(rank), visit);
    for (MultiMessage const& message : plan.receives(rank))
        if (message.from != message.to) visit(message);
}

Result<void> list_messages(tessera_plan const& plan, int64_t rank, ListWriter<tessera_message> list) {
    if (rank < -1) return fail(fmt::format("rank {} is negative; -1 means all ranks", rank));
    if (rank <= std::numeric_limits<Rank>::max()) {
        for (std::size_t i = 0; i < plan.transitions.size(); ++i)
            for_each_listed_message(*plan.transitions[i].plan, static_cast<Rank>(rank), [&](MultiMessage const& message) {
                list.put({message.from, message.to, message.elements, message.bytes, static_cast<int64_t>(i)});
            });
    }
    return list.finish();
}

Result<Scene> picture_of(tessera_plan const& plan, std::string_view view) {
    auto const transition = TRY(only_transition(plan));
    if (view == "ownership") return ownership_picture(transition->plan->plans().front());
    if (view == "messages") return messages_picture(*transition->plan);
    return fail(fmt::format("there is no view '{}'; expected ownership or messages", view));
}

Result<Index> peak_of_plan(tessera_plan const& plan) {
    auto const transition = TRY(only_transition(plan));
    MultiPlan const& whole = *transition->plan;
    if (!adds(whole)) return peak_bytes(whole);
    auto const composed = TRY(compose(plain_method(whole), whole));
    return peak_bytes(composed);
}

Result<tessera_mapping> end_of_plan(tessera_plan const& plan, int64_t array, bool source) {
    auto const transition = TRY(only_transition(plan));
    auto const plans = transition->plan->plans();
    if (array < 0 || array >= std::ssize(plans))
        return fail(fmt::format("there is no array {}; the arrays are 0 to {}", array, std::ssize(plans) - 1));
    RedistPlan const& one = plans[as_size(array)];
    return tessera_mapping{source ? one.source() : one.target()};
}

} // namespace
} // namespace tessera::api

using namespace tessera::api;
using tessera::Result;

int tessera_plan_transitions(tessera_plan const* plan, int64_t* count) {
    return guarded(__func__, {{plan, "plan"}, {count, "count"}}, [&]() -> Result<void> {
        *count = std::ssize(plan->transitions);
        return {};
    });
}

int tessera_plan_ranks(tessera_plan const* plan, int64_t* ranks) {
    return guarded(__func__, {{plan, "plan"}, {ranks, "ranks"}}, [&]() -> Result<void> {
        int64_t most = 0;
        for (tessera::Transition const& each : plan->transitions) most = std::max(most, each.plan->ranks());
        *ranks = most;
        return {};
    });
}

int tessera_plan_totals(tessera_plan const* plan, tessera_totals* totals) {
    return guarded(__func__, {{plan, "plan"}, {totals, "totals"}}, [&]() -> Result<void> {
        tessera::RedistTotals const sum = tessera::sum_of(plan->transitions);
        *totals = {sum.elements, sum.moved, sum.kept, sum.messages, sum.max_sends, sum.max_receives, sum.bytes_moved};
        return {};
    });
}

int tessera_plan_messages(tessera_plan const* plan, int64_t rank, int64_t capacity, tessera_message* messages, int64_t* count) {
    return guarded(__func__, {{plan, "plan"}, {count, "count"}}, [&]() -> Result<void> {
        TRY(check_list(capacity, messages));
        return list_messages(*plan, rank, {capacity, messages, count});
    });
}

int tessera_plan_json(tessera_plan const* plan, char** json) {
    return guarded(__func__, {{plan, "plan"}, {json, "json"}},
                   [&] { return hand_over(report_of(*plan, tessera::redist_json), json); });
}

int tessera_plan_text(tessera_plan const* plan, char** text) {
    return guarded(__func__, {{plan, "plan"}, {text, "text"}},
                   [&] { return hand_over(report_of(*plan, tessera::redist_text), text); });
}

int tessera_plan_arrays(tessera_plan const* plan, int64_t* count) {
    return guarded(__func__, {{plan, "plan"}, {count, "count"}}, [&]() -> Result<void> {
        auto const transition = TRY(only_transition(*plan));
        *count = std::ssize(transition->plan->plans());
        return {};
    });
}

int tessera_plan_source(tessera_plan const* plan, int64_t array, tessera_mapping** result) {
    return guarded(__func__, {{plan, "plan"}, {result, "result"}},
                   [&] { return hand_over(end_of_plan(*plan, array, true), result); });
}

int tessera_plan_target(tessera_plan const* plan, int64_t array, tessera_mapping** result) {
    return guarded(__func__, {{plan, "plan"}, {result, "result"}},
                   [&] { return hand_over(end_of_plan(*plan, array, false), result); });
}

int tessera_plan_svg(tessera_plan const* plan, char const* view, char** svg) {
    return guarded(__func__, {{plan, "plan"}, {svg, "svg"}}, [&]() -> Result<void> {
        auto const picture = TRY(picture_of(*plan, view == nullptr ? "ownership" : view));
        return hand_over(tessera::to_svg(picture), svg);
    });
}

int tessera_plan_collective(tessera_plan const* plan, char** text) {
    return guarded(__func__, {{plan, "plan"}, {text, "text"}}, [&]() -> Result<void> {
        auto const transition = TRY(only_transition(*plan));
        auto const named = tessera::collective_of(*transition->plan);
        return hand_over(named ? tessera::collective_text(*named) : std::string(), text);
    });
}

int tessera_plan_peak_bytes(tessera_plan const* plan, int64_t* bytes) {
    return guarded(__func__, {{plan, "plan"}, {bytes, "bytes"}}, [&]() -> Result<void> {
        *bytes = TRY(peak_of_plan(*plan));
        return {};
    });
}
