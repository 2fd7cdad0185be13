// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of networks.
#include "libcore/scene/network/network_scene.hpp"

#include "libcore/base/units.hpp"
#include "libcore/scene/color_scale.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/detail/link_styles.hpp"
#include "libcore/scene/detail/load_display.hpp"
#include "libcore/scene/detail/network_heat.hpp"
#include "libcore/scene/detail/network_layout.hpp"
#include "libcore/scene/detail/occupied_areas.hpp"
#include "libcore/scene/detail/scale_legend.hpp"
#include "libcore/scene/palette.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace tessera {
namespace {

using detail::idle_link;
using detail::marked_casing;
using detail::marked_link;
using detail::NetworkLayout;
using detail::OccupiedAreas;
using detail::Point;
using detail::Stroke;
using detail::thickest_link;
using detail::thinnest_link;

constexpr Color idle_node{173, 181, 189};
constexpr Color switch_node{134, 142, 150};
constexpr double shared_width = 7; ///< width of a bus
constexpr double number_size = 10;

/// Returns the middle of a text of this width, to the right of a path, at a share of its length.
Point beside(std::vector<Point> const& way, double share, double width) {
    Point const first = way.front();
    Point const last = way.back();
    double const length = std::max(std::hypot(last.x - first.x, last.y - first.y), 1e-9);
    Point const right{-(last.y - first.y) / length, (last.x - first.x) / length};
    double const aside = 4 + std::abs(right.x) * width / 2 + std::abs(right.y) * number_size / 2;
    double const place = share * static_cast<double>(way.size() - 1);
    auto const piece = std::min(static_cast<std::size_t>(place), way.size() - 2);
    double const rest = place - static_cast<double>(piece);
    return {std::lerp(way[piece].x, way[piece + 1].x, rest) + right.x * aside,
            std::lerp(way[piece].y, way[piece + 1].y, rest) + right.y * aside};
}

class Picture {
  public:
    Picture(Topology const& topology, NetworkTraffic const& traffic, NetworkCaption const& caption)
        : topology_(topology), traffic_(traffic), caption_(caption), layout_(topology), taps_(detail::tapping_nodes(topology)),
          display_(topology, traffic, caption), scene_(detail::blank_scene(caption.title)),
          named_(as_size(topology.vertices()), 0) {}

    Scene paint() {
        // The width is the same at rest and in motion, so that a window need not move the picture when playback starts.
        scene_.width = std::max(detail::least_words_room, layout_.width()) + 2 * detail::edge;
        top_ = detail::add_title(scene_, caption_.title, display_.subtitle()) + 8;
        left_ = detail::edge;
        left_ = std::max(left_, (scene_.width - layout_.width()) / 2);
        for (int vertex = 0; vertex < topology_.vertices(); ++vertex) add_vertex(vertex);
        add_taps();
        std::vector<int> order(topology_.links().size());
        std::iota(order.begin(), order.end(), 0);
        std::ranges::stable_sort(order, {}, [this](int link) { return traffic_.shown(topology_, link); });
        for (int const link : order) add_link(link);
        std::ranges::reverse(order);                                    // the largest numbers are placed first
        if (int const busiest = traffic_.loads.busiest; busiest >= 0) { // its number is in the text above
            add_switch_name(topology_.links()[as_size(busiest)].from);
            add_switch_name(topology_.links()[as_size(busiest)].to);
        }
        for (int const link : order) add_number(link);
        for (int vertex = topology_.nodes(); vertex < topology_.vertices(); ++vertex) add_switch_name(vertex);
        add_legend();
        return std::move(scene_);
    }

  private:
    [[nodiscard]] Point placed(Point point) const { return {point.x + left_, point.y + top_}; }
    [[nodiscard]] Color vertex_color(int vertex) const;

    void add_vertex(int vertex);
    void add_taps();
    void add_link(int link);
    void add_casing(std::vector<Point> const& way, double width);
    void keep_free(std::vector<Point> const& way);
    void add_number(int link);
    void add_switch_name(int vertex);
    void add_legend();
    [[nodiscard]] double add_swatches(double y);

    Topology const& topology_;
    NetworkTraffic const& traffic_;
    NetworkCaption const& caption_;
    NetworkLayout layout_;
    std::vector<int> taps_;
    detail::LoadDisplay display_;
    Scene scene_;
    OccupiedAreas room_;
    std::vector<char> named_; // one per vertex
    double left_ = 0;
    double top_ = 0;
};

Color Picture::vertex_color(int vertex) const {
    if (vertex >= topology_.nodes()) return switch_node;
    auto const& rank = traffic_.ranks[as_size(vertex)];
    if (!rank) return detail::blank;
    if (caption_.in_motion) return rank_color(*rank);
    return traffic_.busy[as_size(vertex)] ? ink : idle_node;
}

void Picture::add_vertex(int vertex) {
    bool const node = vertex < topology_.nodes();
    if (!node && !taps_.empty()) return; // the ends of a bus are not drawn
    Point const at = placed(layout_.at(vertex));
    double const side = layout_.side(vertex);
    Index const rank = node ? Index{traffic_.ranks[as_size(vertex)].value_or(-1)} : -1;
    SceneRect const rect{
        at.x - side / 2, at.y - side / 2, side, side, vertex_color(vertex), VertexTag{vertex, rank}, display_.vertex_text(vertex)};
    room_.take({rect.x, rect.y, rect.width, rect.height});
    scene_.rects.push_back(rect);
    // Adds the vertex also as a polygon, which is painted over the lines, so that they pass behind it.
    double const right = rect.x + side;
    double const bottom = rect.y + side;
    scene_.polygons.push_back({{{rect.x, rect.y}, {right, rect.y}, {right, bottom}, {rect.x, bottom}}, rect.fill});
    if (rank >= 0) detail::add_label(scene_, rect, std::to_string(rank), 0.82, 13);
}

/// Connects these nodes to the first link, which is horizontal.
void Picture::add_taps() {
    for (int const node : taps_) {
        Point const at = placed(layout_.at(node));
        Point const shared = placed(layout_.at(topology_.links().front().from));
        double const begin = at.y + std::copysign(layout_.side(node) / 2, shared.y - at.y);
        scene_.lines.push_back({at.x, begin, at.x, shared.y, vertex_color(node), 1.5, 1});
    }
}

/// Draws a link; darker and thicker means a higher load.
void Picture::add_link(int link) {
    double const value = display_.load(link);
    bool const marked = std::ranges::count(caption_.marks.links, link) > 0;
    Stroke const stroke{.color = value > 0 ? display_.scale().at(value) : idle_link,
                        .width = !taps_.empty() ? shared_width
                                 : value > 0    ? std::lerp(thinnest_link, thickest_link, display_.scale().place(value))
                                                : 1};
    auto ways = layout_.ways(link);
    for (auto& way : ways)
        for (Point& point : way) point = placed(point);
    if ((value > 0 || marked) && taps_.empty()) {
        std::vector<Point>& last = ways.back();
        last.back() = add_arrow_head(scene_, last[last.size() - 2], last.back(), stroke);
    }
    std::string const words = display_.link_text(link);
    for (std::vector<Point> const& way : ways) {
        if (marked) add_casing(way, stroke.width + 2 * marked_casing);
        for (std::size_t i = 0; i + 1 < way.size(); ++i)
            scene_.lines.push_back(
                {way[i].x, way[i].y, way[i + 1].x, way[i + 1].y, stroke.color, stroke.width, 1, LinkTag{link}, words});
        if (value > 0) keep_free(way);
    }
}

/// Draws a wider line below a marked link, so that its load stays visible.
void Picture::add_casing(std::vector<Point> const& way, double width) {
    for (std::size_t i = 0; i + 1 < way.size(); ++i)
        scene_.lines.push_back({way[i].x, way[i].y, way[i + 1].x, way[i + 1].y, marked_link, width, 1});
}

/// Keeps labels off the path.
void Picture::keep_free(std::vector<Point> const& way) {
    for (std::size_t i = 0; i + 1 < way.size(); ++i) room_.take_line(way[i], way[i + 1], 1);
}

/// Puts the number to the right of the line, at the first position where it touches nothing. Prefers the end with fewer links.
void Picture::add_number(int link) {
    double const value = display_.load(link);
    if (value == 0) return;
    std::string const text = display_.number_text(value);
    double const width = detail::text_width(text, number_size);
    std::vector<Point> const& way = layout_.ways(link).front();
    Link const& each = topology_.links()[as_size(link)];
    int const lean = layout_.degree(each.from) - layout_.degree(each.to);
    double const preferred = lean == 0 ? 0.5 : lean > 0 ? 0.62 : 0.38;
    for (double const shift : {0.0, -0.12, 0.12, 0.24, -0.24, 0.34, -0.34}) {
        Point const at = placed(beside(way, std::clamp(preferred + shift, 0.1, 0.9), width));
        if (!room_.take_if_free({at.x - width / 2, at.y - number_size / 2, width, number_size})) continue;
        scene_.texts.push_back(
            {at.x, at.y, text, number_size, SceneText::Anchor::Middle, ink, value == display_.most() && display_.is_shared(value)});
        return;
    }
}

void Picture::add_switch_name(int vertex) {
    constexpr double size = 9;
    if (vertex < topology_.nodes() || !taps_.empty() || std::exchange(named_[as_size(vertex)], 1)) return;
    std::string const name = topology_.label(vertex);
    double const width = detail::text_width(name, size);
    Point const at = placed(layout_.at(vertex));
    double const side = layout_.side(vertex);
    double const across = side / 2 + width / 2 + 3;
    double const down = side / 2 + size;
    for (auto const& [dx, dy] : {std::pair{0, -1}, {0, 1}, {1, 0}, {-1, 0}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}}) {
        Point const middle{at.x + dx * across, at.y + dy * down};
        if (!room_.take_if_free({middle.x - width / 2, middle.y - size / 2, width, size})) continue;
        scene_.texts.push_back({middle.x, middle.y, name, size, SceneText::Anchor::Middle, faint_ink});
        return;
    }
}

void Picture::add_legend() {
    double y = add_swatches(top_ + layout_.height() + 14);
    auto const value_text = [this](double value) {
        return caption_.in_motion ? fmt::format("{:.0f} %", 100 * value) : display_.number_text(value);
    };
    y = detail::add_scale_legend(scene_, display_.scale(), detail::edge, y, display_.scale_heading(), value_text);
    if (taps_.empty()) y = detail::add_notes(scene_, {"Each link is two lines, one per direction (right-hand traffic)."}, y);
    if (layout_.wraps()) y = detail::add_notes(scene_, {"A link with an open end continues at the opposite edge."}, y);
    if (!caption_.marks.note.empty()) y = detail::add_notes(scene_, {caption_.marks.note}, y);
    y = detail::add_notes(scene_, caption_.notes, y);
    scene_.height = y + detail::edge;
}

/// Adds the meaning of the nodes' colours. Returns the y below.
double Picture::add_swatches(double y) {
    detail::SwatchLines swatches(scene_, detail::edge, y);
    auto const is_shown = [this](Color color) {
        for (int vertex = 0; vertex < topology_.vertices(); ++vertex)
            if ((vertex < topology_.nodes() || taps_.empty()) && vertex_color(vertex) == color) return true;
        return false;
    };
    for (auto const& [color, meaning] : {std::pair{ink, "rank that sends or receives"},
                                         {idle_node, "idle rank"},
                                         {detail::blank, "node without a rank"},
                                         {switch_node, "switch"}})
        if (is_shown(color)) {
            swatches.add(color, meaning);
            y = swatches.below() + 2;
        }
    return y;
}

} // namespace

Scene network_scene(Topology const& topology, NetworkTraffic const& traffic, NetworkCaption const& caption) {
    Index const links = std::ssize(topology.links());
    bool const is_heat = !caption.in_motion && topology.vertices() > most_single_vertices;
    if (is_heat && links <= most_heat_links) return detail::network_heat(topology, traffic, caption);
    if (!is_heat && links <= most_drawn_links) return Picture(topology, traffic, caption).paint();
    Scene scene = detail::blank_scene(caption.title);
    double const y = detail::add_title(scene, caption.title, "");
    scene.height = detail::add_notes(scene,
                                     {fmt::format("{} has {} links, too many to draw; the most is {}.", topology.name(),
                                                  grouped(links), grouped(is_heat ? most_heat_links : most_drawn_links))},
                                     y) +
                   detail::edge;
    return scene;
}

} // namespace tessera
