// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan draw --network.
#include "cli/common/site_loading.hpp"
#include "cli/common/sizes.hpp"
#include "cli/distplan/exchange.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/scene/network_scene.hpp"
#include "libcore/scene/svg.hpp"

#include <fmt/format.h>

namespace tessera::cli {
namespace {

/// Counted from 0; absent: all steps. Without --step the busiest one.
Result<std::optional<int>> step_to_draw(Arguments const& arguments, Schedule const& schedule, LoadedSite const& site) {
    auto const text = arguments.text("step");
    if (!text) return std::optional(busiest_step(schedule, *site.topology, site.placement));
    if (*text == "all") return std::optional<int>{};
    auto const number = parse_number(*text);
    if (!number || *number < 1 || *number > schedule.steps())
        return fail(
            fmt::format("--step: '{}' is no step; {} has steps 1 to {}, or all", *text, schedule.algorithm(), schedule.steps()));
    return std::optional(static_cast<int>(*number) - 1);
}

NetworkCaption caption_of(Schedule const& schedule, Topology const& topology, std::optional<int> step) {
    std::string const where = fmt::format("{} on {}", schedule.algorithm(), topology.name());
    if (!step) return {fmt::format("{}, all {} steps", where, schedule.steps()), "in all steps together", {}};
    return {fmt::format("{}, step {} of {}", where, *step + 1, schedule.steps()), "in this step", {}};
}

Result<std::string> picture(Tool const& tool) {
    auto messages = exchanged_messages(tool.arguments);
    if (!messages) return tl::unexpected(messages.error());
    if (messages->messages() == 0) return fail("there is nothing to draw: no message has to be sent");
    auto const site = load_site(tool.arguments, messages->size());
    if (!site) return tl::unexpected(site.error());
    auto const chosen = schedule_named(tool.arguments.text_or("algorithm", "auto"), std::move(*messages), *site);
    if (!chosen) return tl::unexpected(chosen.error());
    Schedule const& schedule = *chosen->schedule;
    auto const step = step_to_draw(tool.arguments, schedule, *site);
    if (!step) return tl::unexpected(step.error());
    NetworkTraffic const traffic = traffic_of(schedule, *site->topology, site->placement, *step);
    return to_svg(network_scene(*site->topology, traffic, caption_of(schedule, *site->topology, *step)));
}

} // namespace

Result<ExitCode> distplan_draw_network(Tool const& tool) {
    auto const path = tool.arguments.text("svg");
    if (!path) return fail("--network makes an SVG picture; say where with --svg FILE, or --svg - for standard output");
    auto const svg = picture(tool);
    if (!svg) return tl::unexpected(svg.error());
    return write_svg(tool, *path, *svg);
}

} // namespace tessera::cli
