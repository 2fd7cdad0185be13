// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan draw --view messages, schedule, network and cost.
#include "cli/common/job_loading.hpp"
#include "cli/common/site_loading.hpp"
#include "cli/common/watched_work.hpp"
#include "cli/distplan/asked_messages.hpp"
#include "cli/distplan/drawn_transition.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/base/size_text.hpp"
#include "libcore/pipeline/sited_schedule.hpp"
#include "libcore/scene/network_traffic.hpp"
#include "libcore/scene/pictures.hpp"
#include "libcore/scene/svg.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

/// The messages and where they travel.
struct PlacedMessages {
    MessageSet messages;
    Site site;
};

Result<PlacedMessages> placed_messages(Tool const& tool) {
    auto const all = asked_messages(tool.arguments);
    if (!all) return forward_error(all);
    MessageSet const& messages = drawn_transition(tool, *all).messages;
    if (messages.messages() == 0) return fail("there is nothing to draw: no message has to be sent");
    auto site = load_site(tool.arguments, messages.size());
    if (!site) return forward_error(site);
    return PlacedMessages{messages, *std::move(site)};
}

Result<SitedSchedule> sited_schedule(Tool const& tool, Watch const& watch) {
    auto placed = placed_messages(tool);
    if (!placed) return forward_error(placed);
    return schedule_on(std::move(placed->site), std::move(placed->messages), tool.arguments.text_or("algorithm", "auto"), watch);
}

} // namespace

Result<std::optional<int>> drawn_step(Arguments const& arguments, Schedule const& schedule) {
    auto const text = arguments.text("step");
    if (!text || *text == "all") return std::optional<int>();
    auto const number = parse_number(*text);
    if (!number || *number < 1 || *number > schedule.steps())
        return fail(
            fmt::format("--step: '{}' is no step; {} has steps 1 to {}, or all", *text, schedule.algorithm(), schedule.steps()));
    return std::optional(static_cast<int>(*number) - 1);
}

namespace {

Result<Scene> draw_messages(Tool const& tool, Watch const&) {
    if (tool.arguments.has("alltoall"))
        return fail("--view messages draws the messages of a job; those of --alltoall are all alike");
    auto job = load_job(tool.arguments);
    if (!job) return forward_error(job);
    auto const transitions = load_transitions(tool.arguments, *std::move(job));
    if (!transitions) return forward_error(transitions);
    return messages_picture(*drawn_transition(tool, *transitions).plan);
}

Result<Scene> draw_schedule(Tool const& tool, Watch const& watch) {
    auto const sited = sited_schedule(tool, watch);
    if (!sited) return forward_error(sited);
    auto const step = drawn_step(tool.arguments, *sited->schedule);
    if (!step) return forward_error(step);
    auto const cost = cost_of(*sited->schedule, sited->site, watch);
    if (!cost) return forward_error(cost);
    return schedule_picture(*sited->schedule, *cost, sited->site, *step);
}

/// Without --step the busiest one.
Result<Scene> draw_network(Tool const& tool, Watch const& watch) {
    auto const sited = sited_schedule(tool, watch);
    if (!sited) return forward_error(sited);
    auto step = drawn_step(tool.arguments, *sited->schedule);
    if (!step) return forward_error(step);
    if (!tool.arguments.has("step")) *step = busiest_step(*sited->schedule, *sited->site.topology, sited->site.placement);
    auto const traffic = traffic_of(*sited->schedule, *sited->site.topology, sited->site.placement, *step, watch);
    if (!traffic) return forward_error(traffic);
    return network_picture(*sited->schedule, sited->site, *traffic, *step);
}

Result<Scene> draw_cost(Tool const& tool, Watch const& watch) {
    auto const placed = placed_messages(tool);
    if (!placed) return forward_error(placed);
    bool const over_ranks = tool.arguments.text_or("over", "size") == "ranks";
    return over_ranks ? cost_over_ranks_picture(placed->messages, placed->site, watch)
                      : cost_picture(placed->messages, placed->site, {}, watch);
}

/// One of the views that --view names.
struct MessageView {
    std::string_view name;
    Result<Scene> (*draw)(Tool const&, Watch const&);
    std::vector<char const*> unused; ///< options that mean nothing for it
};

MessageView const& view_named(std::string_view name) {
    static std::vector<MessageView> const views{
        {"messages", draw_messages, {"step", "over", "algorithm", "topology", "placement", "machine"}},
        {"schedule", draw_schedule, {"over"}},
        {"network", draw_network, {"over"}},
        {"cost", draw_cost, {"step", "algorithm"}},
    };
    return *std::ranges::find(views, name, &MessageView::name);
}

} // namespace

Result<ExitCode> distplan_draw_messages(Tool const& tool, std::string_view name) {
    MessageView const& view = view_named(name);
    for (char const* each : view.unused)
        if (tool.arguments.has(each)) return fail(fmt::format("--{} means nothing in --view {}", each, name));
    for (char const* each : {"state", "array-name", "rank", "axes", "at"})
        if (tool.arguments.has(each)) return fail(fmt::format("--{} is for --view ownership", each));
    auto const path = tool.arguments.text("svg");
    if (!path)
        return fail(fmt::format("--view {} makes an SVG picture; say where with --svg FILE, or --svg - for standard output", name));
    WatchedWork work("drawing", progress_mode(tool.arguments.text_or("progress", "auto")), tool.messages.quiet());
    auto const scene = view.draw(tool, work.watch());
    if (!scene) return forward_error(scene);
    work.finish();
    return write_picture(tool, *path, to_svg(*scene));
}

} // namespace tessera::cli
