// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the schedules of plans of the C interface.
#include "libcore/api/c/failure.hpp"
#include "libcore/api/c/handles.hpp"
#include "libcore/api/c/site_of_ranks.hpp"
#include "libcore/base/try.hpp"
#include "libcore/pipeline/rated_schedule.hpp"
#include "libcore/report/messages/schedule_report.hpp"

#include <fmt/format.h>
#include <string>
#include <string_view>
#include <utility>

namespace tessera::api {
namespace {

Result<std::string> schedule_text_of(tessera_plan const& plan, std::string_view algorithm, tessera_site const* place) {
    auto const transition = TRY(only_transition(plan));
    auto messages = TRY(MessageSet::of(*transition->plan));
    auto site = TRY(site_of_ranks(place, messages.size()));
    auto sited = TRY(schedule_on(std::move(site), std::move(messages), algorithm));
    auto const rated = TRY(rate(std::move(sited)));
    if (messages_named(rated) > most_messages_named)
        return fail(fmt::format("the schedule names {} messages, more than {}; the comparison of all algorithms has its figures",
                                messages_named(rated), most_messages_named));
    return written_text([&](Sink const& sink) { schedule_json(rated, sink); });
}

Result<std::string> comparison_text_of(tessera_plan const& plan, tessera_site const* place) {
    auto const transition = TRY(only_transition(plan));
    auto const messages = TRY(MessageSet::of(*transition->plan));
    auto const site = TRY(site_of_ranks(place, messages.size()));
    auto rows = TRY(compare_algorithms(messages, site));
    sort_compared(rows);
    return written_text([&](Sink const& sink) { comparison_json(rows, sink); });
}

} // namespace
} // namespace tessera::api

using namespace tessera::api;

int tessera_plan_schedule(tessera_plan const* plan, char const* algorithm, tessera_site const* site, char** json) {
    return guarded(__func__, {{plan, "plan"}, {json, "json"}},
                   [&] { return hand_over(schedule_text_of(*plan, algorithm == nullptr ? "auto" : algorithm, site), json); });
}

int tessera_plan_schedules(tessera_plan const* plan, tessera_site const* site, char** json) {
    return guarded(__func__, {{plan, "plan"}, {json, "json"}}, [&] { return hand_over(comparison_text_of(*plan, site), json); });
}
