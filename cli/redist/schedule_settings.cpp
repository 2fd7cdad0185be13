// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the schedule a command line of redist asks for.
#include "cli/redist/schedule_settings.hpp"

#include "cli/common/new_file.hpp"
#include "cli/common/site_loading.hpp"
#include "cli/common/step_orders.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera::cli {
namespace {

Result<void> check_combination(Arguments const& arguments) {
    for (char const* option : {"steps", "trace", "topology", "placement", "machine"})
        if (arguments.has(option) && !arguments.has("algorithm"))
            return fail(fmt::format("--{} needs --algorithm, e.g. --algorithm auto", option));
    if (!arguments.has("algorithm")) return {};
    std::string const transport = arguments.text_or("transport", "p2p");
    if (transport != "p2p" && transport != "auto")
        return fail(fmt::format("--algorithm sends message after message, as --transport p2p does; --transport {} has no steps to "
                                "put them in",
                                transport));
    if (arguments.has("receive")) return fail("--algorithm says when messages are waited for; --receive does not apply");
    return {};
}

} // namespace

Result<std::optional<ScheduleSettings>> schedule_settings(Arguments const& arguments, MultiPlan const& plan) {
    if (auto const checked = check_combination(arguments); !checked) return forward_error(checked);
    auto const algorithm = arguments.text("algorithm");
    if (!algorithm) return std::optional<ScheduleSettings>();
    auto messages = MessageSet::of(plan);
    if (!messages) return forward_error(messages);
    auto site = load_site(arguments, messages->size());
    if (!site) return forward_error(site);
    auto sited = schedule_on(*std::move(site), *std::move(messages), *algorithm);
    if (!sited) return forward_error(sited);
    auto cost = cost_of(*sited->schedule, sited->site);
    if (!cost) return forward_error(cost);
    ScheduleSettings settings{.sited = *std::move(sited), .predicted = *std::move(cost), .trace = {}};
    settings.order = step_order(arguments.text_or("steps", "async"));
    settings.trace = arguments.text("trace");
    if (settings.trace)
        if (auto const free = check_new_file(*settings.trace, arguments.has("force")); !free) return forward_error(free);
    return std::optional(std::move(settings));
}

} // namespace tessera::cli
