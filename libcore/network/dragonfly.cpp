// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the dragonfly with minimal routing.
#include "libcore/network/switched.hpp"

#include "libcore/network/detail/circle.hpp"

#include <fmt/format.h>

namespace tessera {

using detail::Circle;

Dragonfly::Dragonfly(std::string name, int groups, int routers, int nodes_per_router)
    : Topology(std::move(name)), groups_(groups), routers_(routers), nodes_per_router_(nodes_per_router) {
    nodes_ = groups * routers * nodes_per_router;
    place_vertices();
    add_links();
}

/// Places the routers on a circle, group by group with gaps between the groups. Their nodes are on a larger circle. Global links
/// cross the middle.
void Dragonfly::place_vertices() {
    int const per_group = routers_ * nodes_per_router_;
    double const pitch = per_group + 0.7 * nodes_per_router_; // distance of the groups, including the gap
    double const around = groups_ * pitch;
    Circle const nodes{.centre = {}, .radius = Circle::radius_for(around, 0)};
    Circle const routers{.centre = {}, .radius = 0.72 * nodes.radius};
    for (int node = 0; node < nodes_; ++node) places_.push_back(nodes.at(node / per_group * pitch + node % per_group, around));
    for (int router = 0; router < groups_ * routers_; ++router) {
        double const middle = (router % routers_ + 0.5) * nodes_per_router_ - 0.5;
        places_.push_back(routers.at(router / routers_ * pitch + middle, around));
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
    global_.assign(as_size(groups_) * as_size(groups_), -1);
    for (int group = 0; group < groups_; ++group)
        for (int other = 0; other < groups_; ++other)
            if (other != group)
                global_[as_size(group) * as_size(groups_) + as_size(other)] =
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
        out.push_back(global_[as_size(group) * as_size(groups_) + as_size(other)]);
        router = gateway(other, group);
    }
    if (router != last) out.push_back(local_link(router, last));
    out.push_back(2 * to + 1);
}

} // namespace tessera
