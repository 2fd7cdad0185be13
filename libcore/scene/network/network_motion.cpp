// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a network during a step: messages on their way over links, and the queues before links.
#include "libcore/scene/network/network_motion.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/units.hpp"
#include "libcore/scene/detail/arrow.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/detail/link_styles.hpp"
#include "libcore/scene/detail/occupied_areas.hpp"
#include "libcore/scene/messages/flight_paths.hpp"
#include "libcore/scene/palette.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <span>

namespace tessera {
namespace {

constexpr Index most_dots = 4000;
constexpr Index dots_of_the_longest = 8;
constexpr double dot_radius = 3;
constexpr double queue_text_size = 10;
constexpr double marked_width = 8;             ///< width of the line behind a marked link
constexpr std::size_t most_waiting_shown = 12; ///< dots per queue; a number shows how much waits

/// Returns the bytes per dot. The longest message has eight dots, or fewer if there are very many messages.
Index bytes_of_a_dot(StepMotion const& motion) {
    Index longest = 1;
    for (MovingMessage const& each : motion.messages()) longest = std::max(longest, each.transfer.bytes);
    Index const messages = std::max<Index>(std::ssize(motion.messages()), 1);
    return ceil_div(longest, std::clamp<Index>(most_dots / messages, 1, dots_of_the_longest));
}

void add_dot(Scene& scene, ScenePoint at, Color color) {
    constexpr int corners = 8;
    for (auto const& [radius, fill] : {std::pair{dot_radius + 0.8, ink}, {dot_radius - 0.2, color}}) {
        ScenePolygon polygon{{}, fill};
        for (int corner = 0; corner < corners; ++corner) {
            double const angle = (corner + 0.5) * 2 * std::numbers::pi / corners;
            polygon.points.push_back({at[0] + radius * std::cos(angle), at[1] + radius * std::sin(angle)});
        }
        scene.polygons.push_back(std::move(polygon));
    }
}

void add_bar(Scene& scene, PixelRect const& bar, Color fill) {
    double const right = bar.x + bar.width;
    double const bottom = bar.y + bar.height;
    scene.polygons.push_back({{{bar.x, bar.y}, {right, bar.y}, {right, bottom}, {bar.x, bottom}}, fill});
}

/// Adds a dark bar at the upper or the lower edge of a node; `share` of it is light.
void add_share(Scene& scene, SceneRect const& node, bool above, double share) {
    double const margin = node.width / 13;
    double const top = above ? node.y + margin : node.y + node.height - 2.5 * margin;
    PixelRect bar{node.x + margin, top, node.width - 2 * margin, 1.5 * margin};
    add_bar(scene, bar, ink);
    double const border = 0.25 * margin;
    bar = {bar.x + border, bar.y + border, (bar.width - 2 * border) * share, bar.height - 2 * border};
    if (share > 0) add_bar(scene, bar, paper);
}

/// Adds the waiting bytes beside the waiting dots, or on the other side of the link.
void add_queue_text(Scene& scene, detail::OccupiedAreas& room, MotionQueue const& queue, std::size_t dots, double bytes) {
    std::string const text = short_bytes(bytes);
    double const width = detail::text_width(text, queue_text_size);
    double const half = std::abs(queue.along[0]) * queue_text_size / 2 + std::abs(queue.along[1]) * width / 2;
    double const beyond = motion_pitch * static_cast<double>((dots - 1) / motion_row) + 15 + half;
    double const ahead = 2 + std::abs(queue.along[0]) * width / 2 + std::abs(queue.along[1]) * queue_text_size / 2;
    for (double const aside : {beyond, -10 - half}) {
        ScenePoint const at{queue.begin[0] + ahead * queue.along[0] - aside * queue.along[1],
                            queue.begin[1] + ahead * queue.along[1] + aside * queue.along[0]};
        if (!room.take_if_free({at[0] - width / 2, at[1] - queue_text_size / 2, width, queue_text_size})) continue;
        scene.texts.push_back({at[0], at[1], text, queue_text_size, SceneText::Anchor::Middle, ink, true});
        return;
    }
}

SceneRect node_rect(std::vector<SceneRect> const& vertices, int node) {
    auto const found =
        std::ranges::find_if(vertices, [node](SceneRect const& rect) { return std::get<VertexTag>(rect.tag).vertex == node; });
    return found == vertices.end() ? SceneRect{} : *found;
}

} // namespace

ScenePoint MotionQueue::place(std::size_t number) const {
    double const ahead = 4 + motion_pitch * static_cast<double>(number % motion_row);
    double const aside = 9 + motion_pitch * static_cast<double>(number / motion_row);
    return {begin[0] + ahead * along[0] - aside * along[1], begin[1] + ahead * along[1] + aside * along[0]};
}

LinkStyle style_of_link(double share) {
    return {detail::share_scale().at(share), std::lerp(detail::thinnest_link, detail::thickest_link, share)};
}

std::string dot_legend(StepMotion const& motion) {
    return fmt::format("Each dot is {} of a message, in the colour of its sender.", scaled_bytes(bytes_of_a_dot(motion)));
}

NetworkMotion::NetworkMotion(StepMotion motion, Schedule const& schedule, Site const& site, Scene const& picture)
    : motion_(std::move(motion)), topology_(site.topology), dot_bytes_(bytes_of_a_dot(motion_)) {
    for (int position = 0; position < schedule.size(); ++position) ranks_.push_back(schedule.messages().rank(position));
    LinkPaths const ways(*site.topology, picture);
    shared_ = ways.is_shared();
    for (SceneRect const& rect : picture.rects)
        if (std::holds_alternative<VertexTag>(rect.tag)) vertices_.push_back(rect);
    for (int const node : site.placement.node) nodes_.push_back(node_rect(vertices_, node));
    for (std::size_t link = 0; link < site.topology->links().size(); ++link) links_.push_back(ways.of(static_cast<int>(link)));
    for (std::size_t message = 0; message < motion_.messages().size(); ++message) add_dots(message, ways, site.placement);
}

void NetworkMotion::add_dots(std::size_t message, LinkPaths const& ways, Placement const& placement) {
    MovingMessage const& moving = motion_.messages()[message];
    if (moving.route.empty()) return;
    auto const count = static_cast<int>(ceil_div(moving.transfer.bytes, dot_bytes_));
    int const from = placement.node[as_size(moving.transfer.from)];
    int const to = placement.node[as_size(moving.transfer.to)];
    std::vector<std::size_t> leg_ways;
    std::vector<std::size_t> leg_queues;
    for (ParcelLeg const& leg : legs_of(moving, 0, 1)) {
        auto const links = std::span(moving.route).subspan(leg.first, leg.end - leg.first);
        leg_ways.push_back(ways_.size());
        ways_.push_back(ways.along(links, from, to));
        leg_queues.push_back(queue_before(links.front(), ways_.back(), from));
        queues_[leg_queues.back()].messages.emplace_back(message, leg.first);
    }
    for (int parcel = 0; parcel < count; ++parcel)
        dots_.push_back(
            {message, moving.ends.front() * (parcel + 1) / count, legs_of(moving, parcel, count), leg_ways, leg_queues});
}

/// Returns the index of the queue at the beginning of a path over a link. If nodes share one line, paths begin in the middle of the
/// node.
std::size_t NetworkMotion::queue_before(int link, LinkPath const& way, int node) {
    ScenePoint begin = way.begin();
    ScenePoint const next = way.pieces().front()[1];
    double const length = std::max(std::hypot(next[0] - begin[0], next[1] - begin[1]), 1e-9);
    ScenePoint const along{(next[0] - begin[0]) / length, (next[1] - begin[1]) / length};
    if (shared_) begin[1] += along[1] * node_rect(vertices_, node).height / 2;
    auto const same = [&](MotionQueue const& queue) { return queue.link == link && queue.begin == begin; };
    auto const found = std::ranges::find_if(queues_, same);
    if (found != queues_.end()) return static_cast<std::size_t>(found - queues_.begin());
    queues_.push_back({link, begin, along});
    return queues_.size() - 1;
}

Rank NetworkMotion::sender(MotionDot const& dot) const {
    return ranks_[as_size(motion_.messages()[dot.message].transfer.from)];
}

Scene NetworkMotion::at(double time, std::vector<int> const& marked) const {
    Scene scene;
    for (int const link : marked) add_link(scene, link, {detail::marked_link, marked_width}, {});
    add_links(scene, motion_.links_at(time));
    add_shares(scene, time - motion_.start());
    add_dots_at(scene, time - motion_.start());
    return scene;
}

/// Draws two bars in each node: above, what it still has to send; below, what it has received.
void NetworkMotion::add_shares(Scene& scene, double moved) const {
    struct Port {
        double all = 0;
        double now = 0;
    };
    std::vector<std::array<Port, 2>> ports(ranks_.size());
    for (MovingMessage const& each : motion_.messages()) {
        auto const bytes = static_cast<double>(each.transfer.bytes);
        Port& sender = ports[as_size(each.transfer.from)][0];
        sender.all += bytes;
        sender.now += bytes - each.passed(0, moved);
        Port& receiver = ports[as_size(each.transfer.to)][1];
        receiver.all += bytes;
        receiver.now += each.passed(each.route.size(), moved);
    }
    for (std::size_t position = 0; position < ports.size(); ++position)
        for (std::size_t side = 0; side < 2; ++side) {
            auto const [all, now] = ports[position][side];
            if (all > 0) add_share(scene, nodes_[position], side == 0, now / all);
        }
}

void NetworkMotion::add_links(Scene& scene, std::vector<LinkMoment> const& moments) const {
    for (std::size_t link = 0; link < moments.size(); ++link) {
        LinkMoment const& moment = moments[link];
        if (moment.busy <= 0) continue;
        int const number = static_cast<int>(link);
        add_link(scene, number, style_of_link(moment.busy), link_text(number, moment));
    }
}

void NetworkMotion::add_link(Scene& scene, int link, LinkStyle const& look, std::string const& text) const {
    LinkTag const tag{link};
    for (auto const& piece : links_[as_size(link)].pieces())
        for (std::size_t i = 0; i + 1 < piece.size(); ++i)
            scene.lines.push_back(
                {piece[i][0], piece[i][1], piece[i + 1][0], piece[i + 1][1], look.color, look.width, 1, tag, text});
}

/// Returns a text such as "link 4 to 5 is used at 100 % of its capacity: 2 KiB crossed, 1 KiB waiting, 512 B still to come".
std::string NetworkMotion::link_text(int link, LinkMoment const& moment) const {
    Link const& each = topology_->links()[as_size(link)];
    return fmt::format("link {} to {} is used at {:.0f} % of its capacity: {} crossed, {} waiting, {} still to come",
                       topology_->label(each.from), topology_->label(each.to), 100 * moment.busy, short_bytes(moment.passed),
                       short_bytes(std::max(moment.waiting, 0.0)), short_bytes(std::max(moment.coming, 0.0)));
}

void NetworkMotion::add_dots_at(Scene& scene, double moved) const {
    std::vector<WaitingDots> waiting(queues_.size());
    for (MotionDot const& dot : dots_) {
        auto const leg = std::ranges::find_if(dot.legs, [moved](ParcelLeg const& each) { return moved < each.ends; });
        if (leg == dot.legs.end()) continue; // the message has arrived
        auto const number = static_cast<std::size_t>(leg - dot.legs.begin());
        if (moved >= leg->begins)
            add_dot(scene, ways_[dot.ways[number]].at((moved - leg->begins) / (leg->ends - leg->begins)), rank_color(sender(dot)));
        else if (number > 0 || moved >= dot.leaves)
            waiting[dot.queues[number]].emplace_back(leg->begins, &dot);
    }
    add_waiting(scene, waiting, moved);
}

/// Draws waiting dots, the next to leave in front, as far as they fit.
void NetworkMotion::add_waiting(Scene& scene, std::vector<WaitingDots>& waiting, double moved) const {
    detail::OccupiedAreas room;
    for (SceneRect const& rect : vertices_) room.take({rect.x, rect.y, rect.width, rect.height});
    for (std::size_t q = 0; q < queues_.size(); ++q) {
        std::ranges::stable_sort(waiting[q], {}, [](auto const& each) { return each.first; });
        if (waiting[q].size() > most_waiting_shown) waiting[q].resize(most_waiting_shown);
        for (std::size_t i = 0; i < waiting[q].size(); ++i) {
            ScenePoint const at = queues_[q].place(i);
            room.take({at[0] - dot_radius, at[1] - dot_radius, 2 * dot_radius, 2 * dot_radius});
            add_dot(scene, at, rank_color(sender(*waiting[q][i].second)));
        }
    }
    for (std::size_t q = 0; q < queues_.size(); ++q)
        if (!waiting[q].empty()) add_queue_text(scene, room, queues_[q], waiting[q].size(), bytes_waiting(q, moved));
}

/// Uses the exact bytes of the model; dots are rounded.
double NetworkMotion::bytes_waiting(std::size_t queue, double moved) const {
    double bytes = 0;
    for (auto const& [message, link] : queues_[queue].messages) bytes += motion_.messages()[message].waiting(link, moved);
    return bytes;
}

} // namespace tessera
