// SPDX-License-Identifier: BSD-3-Clause
// Tessera: meshes, tori and hypercubes.
#include "libcore/network/grid.hpp"

#include "libcore/network/detail/grid_pattern_loads.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace tessera {

Grid::Grid(std::string name, std::vector<int> extents, Edges edges)
    : Topology(std::move(name)), extents_(std::move(extents)), strides_(extents_.size(), 1), shifts_(extents_.size(), -1),
      edges_(edges) {
    nodes_ = 1;
    for (std::size_t d = extents_.size(); d-- > 0;) {
        strides_[d] = nodes_;
        nodes_ *= extents_[d];
        auto const extent = static_cast<unsigned>(extents_[d]);
        shifts_[d] = std::has_single_bit(extent) ? std::countr_zero(extent) : -1;
    }
    number_links();
    place_nodes();
}

std::shared_ptr<Topology const> Grid::hypercube(std::string name, int dims) {
    return std::make_shared<Grid>(std::move(name), std::vector<int>(as_size(dims), 2), Edges::Open);
}

void Grid::number_links() {
    int links = 0;
    for (std::size_t d = 0; d < extents_.size(); ++d) {
        links_per_line_.push_back(is_open(d) ? extents_[d] - 1 : extents_[d]);
        first_link_.push_back(links);
        links += nodes_ / extents_[d] * 2 * links_per_line_[d];
    }
}

std::span<Link const> Grid::links() const {
    std::call_once(made_, [this] { made_links_ = make_links(); });
    return made_links_;
}

std::unique_ptr<PatternLoads> Grid::pattern_loads() const {
    return std::make_unique<detail::GridPatternLoads>(*this);
}

std::vector<Link> Grid::make_links() const {
    std::vector<Link> links;
    auto const add_link = [&links](int from, int to) { links.push_back({from, to}); };
    for (std::size_t d = 0; d < extents_.size(); ++d) {
        int const extent = extents_[d];
        for (int line = 0; line < nodes_ / extent; ++line) {
            int const start = line / strides_[d] * strides_[d] * extent + line % strides_[d];
            auto const node = [&](int at) { return start + at % extent * strides_[d]; };
            for (int at = 0; at < links_per_line_[d]; ++at) add_link(node(at), node(at + 1));
            int const lowest = is_open(d) ? 1 : 0;
            for (int at = lowest; at < lowest + links_per_line_[d]; ++at) add_link(node(at), node(at + extent - 1));
        }
    }
    return links;
}

/// Places the nodes: the last dimension runs to the right, the one before it downwards, the next one into the depth. Further
/// dimensions repeat this picture to the right and downwards, slightly slanted, so that links do not overlap.
void Grid::place_nodes() {
    std::vector<VertexPosition> steps(extents_.size());
    double width = 0;
    double height = 0;
    for (std::size_t d = extents_.size(); d-- > 0;) {
        std::size_t const order = extents_.size() - 1 - d;
        int const gaps = extents_[d] - 1;
        VertexPosition& step = steps[d];
        if (order < 2) {
            step = order == 0 ? VertexPosition{1, 0} : VertexPosition{0, 1};
        } else if (order == 2) {
            double const depth = std::min(0.42, 0.72 / std::max(gaps, 1));
            step = {depth, -0.7 * depth};
        } else {
            step = order % 2 == 1 ? VertexPosition{width + 1.1, 0.5} : VertexPosition{-0.4, height + 1.1};
        }
        width += std::abs(step.x) * gaps;
        height += std::abs(step.y) * gaps;
    }
    places_.resize(as_size(nodes_));
    for (int node = 0; node < nodes_; ++node)
        for (std::size_t d = 0; d < extents_.size(); ++d) {
            int const at = node / strides_[d] % extents_[d];
            places_[as_size(node)].x += at * steps[d].x;
            places_[as_size(node)].y += at * steps[d].y;
        }
}

bool Grid::wraps(int link) const {
    auto const dim_of_link = std::ranges::upper_bound(first_link_, link) - first_link_.begin() - 1;
    auto const d = as_size(dim_of_link);
    auto const at = [&](int node) { return node / strides_[d] % extents_[d]; };
    Link const& l = links()[as_size(link)];
    return std::abs(at(l.from) - at(l.to)) > 1;
}

int Grid::hops(int from, int to, int extent) const {
    int const direct = to - from;
    if (edges_ == Edges::Open || extent <= 2 || 2 * std::abs(direct) < extent) return direct;
    if (2 * std::abs(direct) == extent) return std::abs(direct);
    return direct > 0 ? direct - extent : direct + extent;
}

template <class Visit>
void Grid::for_each_leg(int from, int to, Visit const& visit) const {
    int reached = 0; // the part of the node number from dimensions that already have the target's coordinates
    for (std::size_t d = extents_.size(); d-- > 0;) {
        int const extent = extents_[d];
        // Shifts replace divisions, which would take most of the time on a hypercube.
        int const shift = shifts_[d];
        int const from_rest = shift >= 0 ? from >> shift : from / extent;
        int const to_rest = shift >= 0 ? to >> shift : to / extent;
        int const at = from - from_rest * extent;
        int const target = to - to_rest * extent;
        if (at != target) {
            int const line = from_rest * strides_[d] + reached;
            visit(Leg{d, first_link_[d] + line * 2 * links_per_line_[d], at, hops(at, target, extent)});
        }
        reached += target * strides_[d];
        from = from_rest;
        to = to_rest;
    }
}

void Grid::route(int from, int to, std::vector<int>& out) const {
    for_each_leg(from, to, [&](Leg const& leg) {
        int const extent = extents_[leg.dim];
        for (int hop = 0; hop < leg.hops; ++hop) out.push_back(link_up(leg, (leg.at + hop) % extent));
        for (int hop = 0; hop < -leg.hops; ++hop) out.push_back(link_down(leg, (leg.at - hop + extent) % extent));
    });
}

bool Grid::route_runs(int from, int to, std::vector<LinkRun>& out) const {
    for_each_leg(from, to, [&](Leg const& leg) {
        // The coordinates begin .. end-1 whose links the leg uses. Beyond one edge the leg continues at the other.
        int const extent = extents_[leg.dim];
        bool const up = leg.hops > 0;
        int const begin = up ? leg.at : leg.at + leg.hops + 1;
        int const end = up ? leg.at + leg.hops : leg.at + 1;
        auto const add = [&](int first, int last) {
            if (first < last)
                out.push_back(up ? LinkRun{link_up(leg, first), link_up(leg, last)}
                                 : LinkRun{link_down(leg, first), link_down(leg, last)});
        };
        add(std::max(begin, 0), std::min(end, extent));
        add(0, end - extent);
        add(begin + extent, extent);
    });
    return true;
}

std::optional<MeshShape> mesh_shape(Topology const& topology) {
    auto const* grid = dynamic_cast<Grid const*>(&topology);
    if (grid == nullptr || grid->extents().size() != 2) return std::nullopt;
    return MeshShape{grid->extents()[0], grid->extents()[1]};
}

} // namespace tessera
