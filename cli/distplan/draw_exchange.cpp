// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan draw --view messages, schedule, network and cost.
#include "cli/common/job_loading.hpp"
#include "cli/common/job_plan.hpp"
#include "cli/common/site_loading.hpp"
#include "cli/distplan/exchange.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/base/size_text.hpp"
#include "libcore/scene/network_traffic.hpp"
#include "libcore/scene/pictures.hpp"
#include "libcore/scene/svg.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

/// The messages and where they travel.
struct Exchange {
    MessageSet messages;
    LoadedSite site;

    [[nodiscard]] TravelSite place() const { return {*site.topology, site.placement, site.machine_or_null()}; }
};

Result<Exchange> load_exchange(Arguments const& arguments) {
    auto messages = exchanged_messages(arguments);
    if (!messages) return forward_error(messages);
    if (messages->messages() == 0) return fail("there is nothing to draw: no message has to be sent");
    auto site = load_site(arguments, messages->size());
    if (!site) return forward_error(site);
    return Exchange{*std::move(messages), *std::move(site)};
}

Result<std::shared_ptr<Schedule const>> schedule_of(Arguments const& arguments, Exchange const& exchange) {
    auto chosen = schedule_named(arguments.text_or("algorithm", "auto"), exchange.messages, exchange.site);
    if (!chosen) return forward_error(chosen);
    return std::move(chosen->schedule);
}

/// --step, counted from 0; absent: not given. Error: the schedule has no such step.
Result<std::optional<int>> step_of(Arguments const& arguments, Schedule const& schedule) {
    auto const text = arguments.text("step");
    if (!text || *text == "all") return std::optional<int>();
    auto const number = parse_number(*text);
    if (!number || *number < 1 || *number > schedule.steps())
        return fail(
            fmt::format("--step: '{}' is no step; {} has steps 1 to {}, or all", *text, schedule.algorithm(), schedule.steps()));
    return std::optional(static_cast<int>(*number) - 1);
}

Result<Scene> draw_messages(Arguments const& arguments) {
    if (arguments.has("alltoall")) return fail("--view messages draws the messages of a job; those of --alltoall are all alike");
    auto const job = load_job(arguments);
    if (!job) return forward_error(job);
    auto const section = load_section(arguments, *job);
    if (!section) return forward_error(section);
    auto const plan = plan_of(*job, *section);
    if (!plan) return forward_error(plan);
    return messages_picture(*plan);
}

Result<Scene> draw_schedule(Arguments const& arguments) {
    auto const exchange = load_exchange(arguments);
    if (!exchange) return forward_error(exchange);
    auto const schedule = schedule_of(arguments, *exchange);
    if (!schedule) return forward_error(schedule);
    auto const step = step_of(arguments, **schedule);
    if (!step) return forward_error(step);
    TravelSite const place = exchange->place();
    auto const cost = cost_of(**schedule, place.topology, place.placement, place.machine);
    if (!cost) return forward_error(cost);
    return schedule_picture(**schedule, *cost, place, *step);
}

/// Without --step the busiest one.
Result<Scene> draw_network(Arguments const& arguments) {
    auto const exchange = load_exchange(arguments);
    if (!exchange) return forward_error(exchange);
    auto const schedule = schedule_of(arguments, *exchange);
    if (!schedule) return forward_error(schedule);
    auto step = step_of(arguments, **schedule);
    if (!step) return forward_error(step);
    TravelSite const place = exchange->place();
    if (!arguments.has("step")) *step = busiest_step(**schedule, place.topology, place.placement);
    return network_picture(**schedule, place, *step);
}

Result<Scene> draw_cost(Arguments const& arguments) {
    auto const exchange = load_exchange(arguments);
    if (!exchange) return forward_error(exchange);
    return arguments.text_or("over", "size") == "ranks" ? cost_over_ranks_picture(exchange->messages, exchange->place())
                                                        : cost_picture(exchange->messages, exchange->place());
}

/// One of the views that --view names.
struct ExchangeView {
    std::string_view name;
    Result<Scene> (*draw)(Arguments const&);
    std::vector<char const*> unused; ///< options that mean nothing for it
};

ExchangeView const& view_named(std::string_view name) {
    static std::vector<ExchangeView> const views{
        {"messages", draw_messages, {"step", "over", "algorithm", "topology", "placement", "machine"}},
        {"schedule", draw_schedule, {"over"}},
        {"network", draw_network, {"over", "machine"}},
        {"cost", draw_cost, {"step", "algorithm"}},
    };
    return *std::ranges::find(views, name, &ExchangeView::name);
}

} // namespace

Result<ExitCode> distplan_draw_exchange(Tool const& tool, std::string_view name) {
    ExchangeView const& view = view_named(name);
    for (char const* each : view.unused)
        if (tool.arguments.has(each)) return fail(fmt::format("--{} means nothing in --view {}", each, name));
    for (char const* each : {"state", "array-name", "rank", "axes", "at"})
        if (tool.arguments.has(each)) return fail(fmt::format("--{} is for --view ownership", each));
    auto const path = tool.arguments.text("svg");
    if (!path)
        return fail(fmt::format("--view {} makes an SVG picture; say where with --svg FILE, or --svg - for standard output", name));
    auto const scene = view.draw(tool.arguments);
    if (!scene) return forward_error(scene);
    return write_svg(tool, *path, to_svg(*scene));
}

} // namespace tessera::cli
