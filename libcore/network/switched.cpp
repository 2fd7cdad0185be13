// SPDX-License-Identifier: BSD-3-Clause
// Tessera: crossbar, bus and two joined clusters.
#include "libcore/network/switched.hpp"

#include "libcore/network/detail/circle.hpp"
#include "libcore/network/detail/switched_pattern_loads.hpp"

#include <numbers>

namespace tessera {

using detail::Circle;

Crossbar::Crossbar(std::string name, int nodes) : Topology(std::move(name)) {
    nodes_ = nodes;
    Circle const circle{.centre = {}, .radius = Circle::radius_for(nodes, 0)};
    for (int node = 0; node < nodes; ++node) places_.push_back(circle.at(node, nodes));
    places_.push_back({0, 0});
    for (int node = 0; node < nodes; ++node) {
        add_link(node, nodes);
        add_link(nodes, node);
    }
}

void Crossbar::route(int from, int to, std::vector<int>& out) const {
    if (from != to) out.insert(out.end(), {2 * from, 2 * to + 1});
}

std::unique_ptr<PatternLoads> Crossbar::pattern_loads() const {
    return std::make_unique<detail::CrossbarPatternLoads>(nodes_);
}

std::string Crossbar::label(int vertex) const {
    return vertex < nodes_ ? std::to_string(vertex) : "switch";
}

Bus::Bus(std::string name, int nodes) : Topology(std::move(name)) {
    nodes_ = nodes;
    for (int node = 0; node < nodes; ++node) places_.push_back({node / 2 + 0.5, node % 2 == 0 ? -1.0 : 1.0});
    places_.push_back({0, 0});
    places_.push_back({(nodes + 1) / 2 + 0.0, 0});
    add_link(nodes, nodes + 1);
}

void Bus::route(int from, int to, std::vector<int>& out) const {
    if (from != to) out.push_back(0);
}

std::unique_ptr<PatternLoads> Bus::pattern_loads() const {
    return std::make_unique<detail::BusPatternLoads>();
}

std::string Bus::label(int vertex) const {
    return vertex < nodes_ ? std::to_string(vertex) : "bus";
}

Clusters::Clusters(std::string name, int first, int second, int links) : Topology(std::move(name)), first_(first) {
    nodes_ = first + second;
    // The circles are open on the side where the bundle between their switches passes.
    constexpr double opening = std::numbers::pi / 2;
    Circle const left{.centre = {}, .radius = Circle::radius_for(first, opening), .opening = opening, .towards = 0};
    double const radius = Circle::radius_for(second, opening);
    Circle const right{.centre = {left.radius + radius + 1, 0}, .radius = radius, .opening = opening, .towards = std::numbers::pi};
    for (int node = 0; node < first; ++node) places_.push_back(left.at(node, first));
    for (int node = 0; node < second; ++node) places_.push_back(right.at(node, second));
    places_.push_back(left.centre);
    places_.push_back(right.centre);
    for (int node = 0; node < nodes_; ++node) {
        int const hub = nodes_ + (node < first ? 0 : 1);
        add_link(node, hub);
        add_link(hub, node);
    }
    add_link(nodes_, nodes_ + 1, links);
    add_link(nodes_ + 1, nodes_, links);
}

void Clusters::route(int from, int to, std::vector<int>& out) const {
    if (from == to) return;
    out.push_back(2 * from);
    if ((from < first_) != (to < first_)) out.push_back(2 * nodes_ + (from < first_ ? 0 : 1));
    out.push_back(2 * to + 1);
}

std::string Clusters::label(int vertex) const {
    if (vertex < nodes_) return std::to_string(vertex);
    return vertex == nodes_ ? "first cluster" : "second cluster";
}

} // namespace tessera
