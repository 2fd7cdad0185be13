// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the schedules that a command line of redist requests.
#include "cli/redist/schedule_settings.hpp"

#include "cli/common/method_loading.hpp"
#include "cli/common/new_file.hpp"
#include "cli/common/site_loading.hpp"
#include "cli/common/step_orders.hpp"
#include "libcore/base/try.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace tessera::cli {
namespace {

Result<void> check_combination(Arguments const& arguments) {
    for (char const* option : {"steps", "trace"})
        if (arguments.has(option) && !arguments.has("algorithm"))
            return fail(fmt::format("--{} needs --algorithm, e.g. --algorithm auto", option));
    for (char const* option : {"topology", "placement", "machine"})
        if (arguments.has(option) && !arguments.has("algorithm") && arguments.text_or("method", "") != "auto")
            return fail(fmt::format("--{} needs --algorithm, e.g. --algorithm auto", option));
    if (!arguments.has("algorithm")) return {};
    std::string const transport = arguments.text_or("transport", "p2p");
    if (transport != "p2p" && transport != "auto")
        return fail(fmt::format("--algorithm sends message after message, as --transport p2p does; --transport {} has no steps to "
                                "put them in",
                                transport));
    if (arguments.has("receive")) return fail("--algorithm decides when a rank waits for messages; leave out --receive");
    return {};
}

Result<ScheduleSettings> phase_settings(Arguments const& arguments, MultiPlan const& plan, std::string const& algorithm) {
    auto messages = TRY(MessageSet::of(plan));
    auto site = TRY(load_site(arguments, messages.size()));
    auto sited = TRY(schedule_on(std::move(site), std::move(messages), algorithm));
    auto cost = TRY(cost_of(*sited.schedule, sited.site));
    ScheduleSettings settings{.sited = std::move(sited), .predicted = std::move(cost), .trace = {}};
    settings.order = step_order(arguments.text_or("steps", "async"));
    settings.trace = arguments.text("trace");
    return settings;
}

Result<void> check_trace(Arguments const& arguments, CompositePlan const& plan) {
    auto const trace = arguments.text("trace");
    if (!trace) return {};
    if (plan.phases.size() > 1)
        return fail(fmt::format("--trace writes one schedule, and each of the {} phases has one; trace a method of one phase",
                                plan.phases.size()));
    return check_new_file(*trace, arguments.has("force"));
}

} // namespace

bool leaves_steps_open(Arguments const& arguments) {
    if (arguments.text_or("algorithm", "") != "auto" || arguments.text_or("transport", "auto") != "auto") return false;
    auto const given = [&](char const* option) { return arguments.has(option); };
    return std::ranges::none_of(std::array{"topology", "placement", "machine", "steps", "trace"}, given);
}

Result<std::vector<ScheduleSettings>> schedule_settings(Arguments const& arguments, CompositePlan const& plan) {
    TRY(check_combination(arguments));
    std::vector<ScheduleSettings> schedules;
    if (!arguments.has("algorithm")) return schedules;
    auto const algorithms = TRY(algorithms_for(arguments, plan.phases.size()));
    for (std::size_t phase = 0; phase < plan.phases.size(); ++phase)
        schedules.push_back(TRY(phase_settings(arguments, plan.phases[phase].plan, algorithms[phase])));
    TRY(check_trace(arguments, plan));
    return schedules;
}

} // namespace tessera::cli
