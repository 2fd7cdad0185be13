// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the dragonfly with minimal routing.
#include "libcore/network/switched.hpp"

#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace tessera {

Dragonfly::Dragonfly(std::string name, int groups, int routers, int nodes_per_router)
    : Topology(std::move(name)), groups_(groups), routers_(routers), nodes_per_router_(nodes_per_router) {
    nodes_ = groups * routers * nodes_per_router;
    place_vertices();
    add_links();
}

/// Groups stand on a circle, each a row of routers with its nodes below.
void Dragonfly::place_vertices() {
    double const width = routers_ * nodes_per_router_ + 1.0;
    double const radius = groups_ == 1 ? 0 : std::max(width, 4.0) / (2 * std::sin(std::numbers::pi / groups_));
    auto const centre = [&](int group) {
        double const angle = 2 * std::numbers::pi * group / groups_ - std::numbers::pi / 2;
        return VertexPlace{radius * std::cos(angle), radius * std::sin(angle)};
    };
    for (int node = 0; node < nodes_; ++node) {
        int const per_group = routers_ * nodes_per_router_;
        VertexPlace const c = centre(node / per_group);
        places_.push_back({c.x + node % per_group + 0.5 - per_group / 2.0, c.y + 1.5});
    }
    for (int router = 0; router < groups_ * routers_; ++router) {
        VertexPlace const c = centre(router / routers_);
        places_.push_back({c.x + (router % routers_ + 0.5 - routers_ / 2.0) * nodes_per_router_, c.y});
    }
}

void Dragonfly::add_links() {
    for (int node = 0; node < nodes_; ++node) {
        add_link(node, nodes_ + router_of(node));
        add_link(nodes_ + router_of(node), node);
    }
    first_local_ = static_cast<int>(links_.size());
    for (int router = 0; router < groups_ * routers_; ++router)
        for (int other = router / routers_ * routers_; other < (router / routers_ + 1) * routers_; ++other)
            if (other != router) add_link(nodes_ + router, nodes_ + other);
    global_.assign(static_cast<std::size_t>(groups_) * static_cast<std::size_t>(groups_), -1);
    for (int group = 0; group < groups_; ++group)
        for (int other = 0; other < groups_; ++other)
            if (other != group)
                global_[static_cast<std::size_t>(group) * static_cast<std::size_t>(groups_) + static_cast<std::size_t>(other)] =
                    add_link(nodes_ + gateway(group, other), nodes_ + gateway(other, group));
}

int Dragonfly::gateway(int group, int other) const {
    int const turn = other < group ? other : other - 1;
    return group * routers_ + turn % routers_;
}

int Dragonfly::local_link(int from_router, int to_router) const {
    int const neighbour = to_router % routers_;
    int const skipped = neighbour > from_router % routers_ ? 1 : 0;
    return first_local_ + from_router * (routers_ - 1) + neighbour - skipped;
}

std::string Dragonfly::label(int vertex) const {
    if (vertex < nodes_) return std::to_string(vertex);
    int const router = vertex - nodes_;
    return fmt::format("G{}.{}", router / routers_, router % routers_);
}

void Dragonfly::route(int from, int to, std::vector<int>& out) const {
    if (from == to) return;
    out.push_back(2 * from);
    int router = router_of(from);
    int const last = router_of(to);
    if (int const group = router / routers_, other = last / routers_; group != other) {
        if (int const exit = gateway(group, other); exit != router) out.push_back(local_link(router, exit));
        out.push_back(
            global_[static_cast<std::size_t>(group) * static_cast<std::size_t>(groups_) + static_cast<std::size_t>(other)]);
        router = gateway(other, group);
    }
    if (router != last) out.push_back(local_link(router, last));
    out.push_back(2 * to + 1);
}

} // namespace tessera
