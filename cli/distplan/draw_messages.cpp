// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan draw --view messages, schedule, network and cost.
#include "cli/common/job_loading.hpp"
#include "cli/common/site_loading.hpp"
#include "cli/common/watched_work.hpp"
#include "cli/distplan/draw_motion.hpp"
#include "cli/distplan/draw_view.hpp"
#include "cli/distplan/drawn_transition.hpp"
#include "cli/distplan/requested_messages.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/base/size_text.hpp"
#include "libcore/base/try.hpp"
#include "libcore/network/link_name.hpp"
#include "libcore/pipeline/sited_schedule.hpp"
#include "libcore/scene/network/network_traffic.hpp"
#include "libcore/scene/pictures.hpp"
#include "libcore/scene/svg.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

/// The messages and the site on which they travel.
struct PlacedMessages {
    MessageSet messages;
    Site site;
};

Result<PlacedMessages> placed_messages(Tool const& tool) {
    auto const all = TRY(requested_messages(tool.arguments));
    MessageSet const& messages = drawn_transition(tool, all).messages;
    if (messages.messages() == 0) return fail("there is nothing to draw: no message has to be sent");
    auto site = TRY(load_site(tool.arguments, messages.size()));
    return PlacedMessages{messages, std::move(site)};
}

} // namespace

Result<SitedSchedule> drawn_schedule(Tool const& tool, Watch const& watch) {
    auto placed = TRY(placed_messages(tool));
    if (placed.messages.total_bytes() == 0) return fail("there is nothing to draw: no byte has to be sent");
    return schedule_on(std::move(placed.site), std::move(placed.messages), tool.arguments.text_or("algorithm", "auto"), watch);
}

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

/// Returns the parts before and after a sign; the second part is empty if the sign is missing.
std::pair<std::string_view, std::string_view> halves(std::string_view text, char sign) {
    auto const place = text.find(sign);
    if (place == std::string_view::npos) return {text, {}};
    return {text.substr(0, place), text.substr(place + 1)};
}

/// Parses ranks with inclusive end, "4:7", or a single rank "4".
std::optional<Run> parse_ranks(std::string_view text, Index ranks) {
    auto const [begin, end] = halves(text, ':');
    auto const first = parse_number(begin);
    auto const last = text.find(':') == std::string_view::npos ? first : parse_number(end);
    if (!first || !last || *first < 0 || *last < *first || *last >= ranks) return std::nullopt;
    return Run{*first, *last + 1};
}

/// Parses "4:7,64:67": senders and receivers.
Result<MessagesView> parse_pairs(std::string_view text, Index ranks) {
    auto const [from, to] = halves(text, ',');
    auto const senders = parse_ranks(from, ranks);
    auto const receivers = parse_ranks(to, ranks);
    if (!senders || !receivers)
        return fail(fmt::format("--pairs: '{}' does not name senders and receivers among ranks 0 to {}, e.g. --pairs 4:7,0:3", text,
                                ranks - 1));
    return MessagesView{.senders = *senders, .receivers = *receivers, .scale = {}};
}

Result<Scene> draw_messages(Tool const& tool, Watch const&) {
    if (tool.arguments.has("alltoall")) return fail("--view messages is for jobs; the messages of --alltoall are all equal");
    auto job = TRY(load_job(tool.arguments));
    auto const transitions = TRY(load_transitions(tool.arguments, std::move(job)));
    MultiPlan const& plan = *drawn_transition(tool, transitions).plan;
    auto const pairs = tool.arguments.text("pairs");
    if (!pairs) return messages_picture(plan);
    auto const part = TRY(parse_pairs(*pairs, plan.ranks()));
    return messages_picture(plan, part);
}

Result<Scene> draw_schedule(Tool const& tool, Watch const& watch) {
    auto const sited = TRY(drawn_schedule(tool, watch));
    auto const step = TRY(drawn_step(tool.arguments, *sited.schedule));
    auto const cost = TRY(cost_of(*sited.schedule, sited.site, watch));
    return schedule_picture(*sited.schedule, cost, sited.site, step);
}

/// Reads --route and --link.
Result<NetworkHighlight> highlight_of(Arguments const& arguments, SitedSchedule const& sited) {
    NetworkHighlight highlight;
    if (auto const route = arguments.text("route")) {
        auto const [from, to] = halves(*route, ',');
        auto const sender = parse_number(from);
        auto const receiver = parse_number(to);
        if (!sender || !receiver)
            return fail(fmt::format("--route: expected sender and receiver, such as 0,5; found '{}'", *route));
        highlight.message = {static_cast<Rank>(*sender), static_cast<Rank>(*receiver)};
        if (route_between(sited, highlight.message->first, highlight.message->second).empty())
            return fail(fmt::format("--route: no link is used from rank {} to rank {}", *sender, *receiver));
    }
    if (auto const name = arguments.text("link")) {
        auto const link = link_named(*sited.site.topology, *name);
        if (!link) return fail("--link: " + link.error().message);
        highlight.link = *link;
    }
    return highlight;
}

/// Without --step, draws the busiest step.
Result<Scene> draw_network(Tool const& tool, Watch const& watch) {
    auto const sited = TRY(drawn_schedule(tool, watch));
    auto step = TRY(drawn_step(tool.arguments, *sited.schedule));
    if (!tool.arguments.has("step")) step = busiest_step(*sited.schedule, *sited.site.topology, sited.site.placement);
    auto const highlight = TRY(highlight_of(tool.arguments, sited));
    if (auto const moment = tool.arguments.text("moment")) return draw_moment(tool.arguments, *moment, sited, highlight, watch);
    auto const second = tool.arguments.text("beside");
    if (!second) return network_picture(sited, step, highlight, watch);
    auto const other = TRY(schedule_on(sited.site, sited.schedule->messages(), *second, watch));
    return compared_network_picture(sited, other, step, highlight, watch);
}

Result<Scene> draw_cost(Tool const& tool, Watch const& watch) {
    auto const placed = TRY(placed_messages(tool));
    bool const over_ranks = tool.arguments.text_or("over", "size") == "ranks";
    return over_ranks ? cost_over_ranks_picture(placed.messages, placed.site, watch)
                      : cost_picture(placed.messages, placed.site, {}, watch);
}

/// One of the names for --view.
struct MessageView {
    std::string_view name;
    Result<Scene> (*draw)(Tool const&, Watch const&);
    std::vector<char const*> unused; ///< options that this view does not use
};

MessageView const& view_named(std::string_view name) {
    static std::vector<MessageView> const views{
        {"messages",
         draw_messages,
         {"step", "moment", "over", "algorithm", "topology", "placement", "machine", "link", "route", "beside"}},
        {"schedule", draw_schedule, {"moment", "over", "link", "route", "beside", "pairs"}},
        {"network", draw_network, {"over", "pairs"}},
        {"cost", draw_cost, {"step", "moment", "algorithm", "link", "route", "beside", "pairs"}},
    };
    return *std::ranges::find(views, name, &MessageView::name);
}

} // namespace

Result<ExitCode> distplan_draw_messages(Tool const& tool, std::string_view name) {
    MessageView const& view = view_named(name);
    for (char const* each : view.unused)
        if (tool.arguments.has(each)) return fail(fmt::format("--{} has no effect with --view {}", each, name));
    for (char const* each : {"state", "array-name", "rank", "axes", "at"})
        if (tool.arguments.has(each)) return fail(fmt::format("--{} is for --view ownership", each));
    auto const path = tool.arguments.text("svg");
    if (!path) return fail(fmt::format("--view {} draws an SVG picture; add --svg FILE, or --svg - for standard output", name));
    WatchedWork work("drawing", progress_mode(tool.arguments.text_or("progress", "auto")), tool.messages.quiet());
    auto const scene = TRY(view.draw(tool, work.watch()));
    work.finish();
    return write_picture(tool, *path, to_svg(scene));
}

std::vector<OptionSpec> message_picture_options() {
    return {
        {.name = "link",
         .kind = ValueKind::Text,
         .placeholder = "A-B",
         .help = "--view network: highlight the link between these nodes, such as 2-0",
         .group = "Options",
         .subcommands = {"draw"}},
        {.name = "route",
         .kind = ValueKind::Text,
         .placeholder = "R,S",
         .help = "--view network: highlight the route of the message from rank R to rank S",
         .group = "Options",
         .subcommands = {"draw"}},
        {.name = "beside",
         .kind = ValueKind::Text,
         .placeholder = "NAME",
         .help = "--view network: draw this second algorithm beside the first",
         .group = "Options",
         .subcommands = {"draw"}},
        {.name = "pairs",
         .kind = ValueKind::Text,
         .placeholder = "RANKS",
         .help = "--view messages: draw only these senders and receivers, such as 4:7,0:3",
         .group = "Options",
         .subcommands = {"draw"}},
    };
}

} // namespace tessera::cli
