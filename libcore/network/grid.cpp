// SPDX-License-Identifier: BSD-3-Clause
// Tessera: meshes, tori and hypercubes.
#include "libcore/network/grid.hpp"

#include <cmath>
#include <cstdlib>
#include <numbers>

namespace tessera {

Grid::Grid(std::string name, std::vector<int> extents, Edges edges)
    : Topology(std::move(name)), extents_(std::move(extents)), strides_(extents_.size(), 1), edges_(edges) {
    nodes_ = 1;
    for (std::size_t d = extents_.size(); d-- > 0;) {
        strides_[d] = nodes_;
        nodes_ *= extents_[d];
    }
    add_links();
    place_nodes();
}

std::shared_ptr<Topology const> Grid::hypercube(std::string name, int dims) {
    return std::make_shared<Grid>(std::move(name), std::vector<int>(static_cast<std::size_t>(dims), 2), Edges::Open);
}

void Grid::add_links() {
    std::size_t const dims = extents_.size();
    link_of_.assign(static_cast<std::size_t>(nodes_) * dims * 2, -1);
    for (int node = 0; node < nodes_; ++node)
        for (std::size_t d = 0; d < dims; ++d) {
            int const extent = extents_[d];
            int const at = node / strides_[d] % extent;
            for (int const down : {0, 1}) {
                int const next = at + (down ? -1 : 1);
                bool const inside = next >= 0 && next < extent;
                // A ring of two has one link each way, as a line has; a ring of one has none.
                if (!inside && (edges_ == Edges::Open || extent <= 2)) continue;
                int const neighbour = node + ((next + extent) % extent - at) * strides_[d];
                link_of_[(static_cast<std::size_t>(node) * dims + d) * 2 + static_cast<std::size_t>(down)] =
                    add_link(node, neighbour);
            }
        }
}

/// The last dimension runs to the right, the one before downwards; further dimensions repeat that picture in ever larger tiles.
void Grid::place_nodes() {
    places_.resize(static_cast<std::size_t>(nodes_));
    for (int node = 0; node < nodes_; ++node) {
        VertexPlace place;
        double pitch[2] = {1, 1};
        for (std::size_t d = extents_.size(), axis = 0; d-- > 0; axis ^= 1U) {
            (axis == 0 ? place.x : place.y) += pitch[axis] * (node / strides_[d] % extents_[d]);
            pitch[axis] *= extents_[d] + 0.5;
        }
        places_[static_cast<std::size_t>(node)] = place;
    }
}

int Grid::hops(int from, int to, int extent) const {
    int const direct = to - from;
    if (edges_ == Edges::Open || extent <= 2 || 2 * std::abs(direct) < extent) return direct;
    if (2 * std::abs(direct) == extent) return std::abs(direct);
    return direct > 0 ? direct - extent : direct + extent;
}

void Grid::route(int from, int to, std::vector<int>& out) const {
    std::size_t const dims = extents_.size();
    int node = from;
    for (std::size_t d = dims; d-- > 0;) {
        int const extent = extents_[d];
        int const at = node / strides_[d] % extent;
        int remaining = hops(at, to / strides_[d] % extent, extent);
        std::size_t const down = remaining < 0 ? 1U : 0U;
        int const step = down ? -1 : 1;
        for (; remaining != 0; remaining -= step) {
            auto link = link_of_[(static_cast<std::size_t>(node) * dims + d) * 2 + down];
            out.push_back(link);
            node = links_[static_cast<std::size_t>(link)].to;
        }
    }
}

} // namespace tessera
