// SPDX-License-Identifier: BSD-3-Clause
// Tessera: positions of a network's vertices and links in a picture.
#include "libcore/scene/detail/network_layout.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tessera::detail {
namespace {

constexpr double room_between_vertices = 30;
constexpr double room_for_a_link = 48;
constexpr double largest_pitch = 104;
constexpr double wanted_extent = 560;
constexpr double largest_side = 26;
constexpr double from_middle = 3.4;   ///< distance of one direction of a link from the middle
constexpr double stub_length = 0.4;   ///< in the network's own unit
constexpr double room_at_a_hub = 2.4; ///< per link
constexpr double largest_hub = 90;
constexpr int bow_pieces = 14;

struct Box {
    Point low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    Point high{-low.x, -low.y};

    void include(Point point) {
        low = {std::min(low.x, point.x), std::min(low.y, point.y)};
        high = {std::max(high.x, point.x), std::max(high.y, point.y)};
    }
    [[nodiscard]] double width() const { return high.x - low.x; }
    [[nodiscard]] double height() const { return high.y - low.y; }
};

double distance(VertexPosition a, VertexPosition b) {
    return std::hypot(b.x - a.x, b.y - a.y);
}

double shortest_link(Topology const& topology) {
    double shortest = std::numeric_limits<double>::infinity();
    for (int link = 0; link < static_cast<int>(topology.links().size()); ++link) {
        Link const& each = topology.links()[as_size(link)];
        if (!topology.wraps(link)) shortest = std::min(shortest, distance(topology.place(each.from), topology.place(each.to)));
    }
    return std::isfinite(shortest) ? shortest : 1;
}

/// A unit vector, and the unit vector to its right (y points down).
struct Direction {
    Point along;
    Point right;
    double length = 0;
};

Direction direction(Point from, Point to) {
    double const length = std::max(std::hypot(to.x - from.x, to.y - from.y), 1e-9);
    Point const along{(to.x - from.x) / length, (to.y - from.y) / length};
    return {along, {-along.y, along.x}, length};
}

Point moved(Point point, Point by, double distance) {
    return {point.x + by.x * distance, point.y + by.y * distance};
}

/// Returns the distance from the middle of a square to its edge, in a direction.
double to_edge(double side, Point along) {
    return side / 2 / std::max(std::abs(along.x), std::abs(along.y));
}

} // namespace

/// Compares vertices sorted by x, as long as they can still be nearer.
double nearest_vertices(Topology const& topology) {
    std::vector<VertexPosition> places;
    for (int vertex = 0; vertex < topology.vertices(); ++vertex) places.push_back(topology.place(vertex));
    std::ranges::sort(places, {}, &VertexPosition::x);
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < places.size(); ++i)
        for (std::size_t j = i + 1; j < places.size() && places[j].x - places[i].x < nearest; ++j)
            nearest = std::min(nearest, distance(places[i], places[j]));
    return std::isfinite(nearest) ? nearest : 1;
}

NetworkLayout::NetworkLayout(Topology const& topology) : topology_(topology) {
    Box places;
    for (int vertex = 0; vertex < topology.vertices(); ++vertex)
        places.include({topology.place(vertex).x, topology.place(vertex).y});
    double const nearest = nearest_vertices(topology);
    double const shortest = shortest_link(topology);
    double const least = std::max(room_between_vertices / nearest, room_for_a_link / shortest);
    double const extent = std::max({places.width(), places.height(), 1e-9});
    scale_ = std::clamp(wanted_extent / extent, least, std::max(least, largest_pitch / nearest));
    side_ = std::min(largest_side, 0.55 * nearest * scale_);
    short_link_ = 1.05 * shortest * scale_;
    degrees_.assign(as_size(topology.vertices()), 0);
    for (Link const& link : topology.links()) {
        directions_.emplace_back(link.from, link.to);
        ++degrees_[as_size(link.from)];
    }
    std::ranges::sort(directions_);
    for (int vertex = 0; vertex < topology.vertices(); ++vertex)
        places_.push_back({topology.place(vertex).x * scale_, topology.place(vertex).y * scale_});
    for (int link = 0; link < static_cast<int>(topology.links().size()); ++link) {
        wraps_ = wraps_ || topology.wraps(link);
        ways_.push_back(ways_of(link));
    }
    fit();
}

/// Moves everything into the picture, with space for numbers beside vertices and links.
void NetworkLayout::fit() {
    constexpr double margin = 16;
    Box box;
    for (int vertex = 0; vertex < topology_.vertices(); ++vertex) {
        double const half = side(vertex) / 2;
        box.include({at(vertex).x - half, at(vertex).y - half});
        box.include({at(vertex).x + half, at(vertex).y + half});
    }
    for (Ways const& ways : ways_)
        for (auto const& way : ways)
            for (Point const& point : way) box.include(point);
    width_ = box.width() + 2 * margin;
    height_ = box.height() + 2 * margin;
    auto const move = [by = Point{margin - box.low.x, margin - box.low.y}](Point& point) {
        point = {point.x + by.x, point.y + by.y};
    };
    std::ranges::for_each(places_, move);
    for (Ways& ways : ways_)
        for (auto& way : ways) std::ranges::for_each(way, move);
}

double NetworkLayout::side(int vertex) const {
    if (vertex < topology_.nodes()) return side_;
    return std::clamp(room_at_a_hub * degree(vertex), 0.7 * side_, largest_hub);
}

bool NetworkLayout::has_opposite(Link const& link) const {
    return std::ranges::binary_search(directions_, std::pair(link.to, link.from));
}

NetworkLayout::Ways NetworkLayout::ways_of(int link) const {
    Link const& each = topology_.links()[as_size(link)];
    double const aside = has_opposite(each) ? from_middle : 0;
    if (topology_.wraps(link)) return stubs(each, aside);
    if (crosses_a_vertex(each)) return {bow(each)};
    return {line(each, aside)};
}

bool NetworkLayout::crosses_a_vertex(Link const& link) const {
    Point const from = at(link.from);
    Direction const way = direction(from, at(link.to));
    if (way.length <= short_link_) return false;
    for (int vertex = 0; vertex < topology_.vertices(); ++vertex) {
        if (vertex == link.from || vertex == link.to) continue;
        Point const place = at(vertex);
        double const along = (place.x - from.x) * way.along.x + (place.y - from.y) * way.along.y;
        double const aside = (place.x - from.x) * way.right.x + (place.y - from.y) * way.right.y;
        if (along > 0 && along < way.length && std::abs(aside) < 0.6 * side(vertex) + from_middle) return true;
    }
    return false;
}

std::vector<Point> NetworkLayout::line(Link const& link, double aside) const {
    Point const from = at(link.from);
    Point const to = at(link.to);
    auto const [along, right, length] = direction(from, to);
    double const start = to_edge(side(link.from), along) + 1;
    double const end = length - to_edge(side(link.to), along) - 2;
    return {moved(moved(from, along, start), right, aside), moved(moved(from, along, end), right, aside)};
}

/// Returns a parabola with its maximum in the middle; long ones are flatter.
std::vector<Point> NetworkLayout::bow(Link const& link) const {
    Point const from = at(link.from);
    auto const [along, right, length] = direction(from, at(link.to));
    double const height = std::max(std::min(0.2 * length, 20 + 0.1 * length), side_);
    // At the vertices its slope is 4 height / length.
    double const slope = std::hypot(1.0, 4 * height / length);
    double const start = (0.75 * side(link.from) + 1) / slope / length;
    double const end = 1 - (0.75 * side(link.to) + 2) / slope / length;
    std::vector<Point> points;
    for (int i = 0; i <= bow_pieces; ++i) {
        double const t = start + (end - start) * i / bow_pieces;
        points.push_back(moved(moved(from, along, t * length), right, 4 * height * t * (1 - t)));
    }
    return points;
}

NetworkLayout::Ways NetworkLayout::stubs(Link const& link, double aside) const {
    Point const from = at(link.from);
    Point const to = at(link.to);
    auto const [along, right, length] = direction(to, from); // outwards at `from`, inwards at `to`
    double const stub = stub_length * scale_ + side_ / 2;
    Point const leaving = moved(from, right, aside);
    Point const arriving = moved(to, right, aside);
    return {{moved(leaving, along, to_edge(side_, along) + 1), moved(leaving, along, stub)},
            {moved(arriving, along, -stub), moved(arriving, along, -to_edge(side_, along) - 2)}};
}

} // namespace tessera::detail
