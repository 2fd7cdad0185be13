// SPDX-License-Identifier: BSD-3-Clause
// Tessera: meshes, tori and hypercubes: nodes on an N-dimensional grid, with dimension-ordered routing.
#pragma once

#include "libcore/network/topology.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

namespace tessera {

/// Nodes are numbered row-major. Routing is dimension-ordered, the last dimension first. On a 2-D mesh of rows x columns this is XY
/// routing, along the row and then along the column (Thakur 4.1.2). On a hypercube it is e-cube routing, lowest bit first.
/// A torus routes the shorter way round, and upwards if both ways are equal.
class Grid final : public Topology {
  public:
    enum class Edges { Open, Wrapped };

    Grid(std::string name, std::vector<int> extents, Edges edges);
    [[nodiscard]] static std::shared_ptr<Topology const> hypercube(std::string name, int dims);

    [[nodiscard]] std::vector<int> const& extents() const { return extents_; }
    [[nodiscard]] Edges edges() const { return edges_; }
    /// Returns the first link of a line of nodes along a dimension. The line's upward links come first, in order, then its downward
    /// links. Lines are numbered row-major by the coordinates in the other dimensions.
    [[nodiscard]] int first_link_of(std::size_t dim, int line) const { return first_link_[dim] + line * 2 * links_per_line_[dim]; }
    /// Made on first use: a million nodes have six million links, which regular steps do not need.
    [[nodiscard]] std::span<Link const> links() const override;
    void route(int from, int to, std::vector<int>& out) const override;
    bool route_runs(int from, int to, std::vector<LinkRun>& out) const override;
    [[nodiscard]] bool wraps(int link) const override;
    [[nodiscard]] std::unique_ptr<PatternLoads> pattern_loads() const override;

  private:
    /// The part of a route along one dimension: `hops` links upwards, or -hops downwards, starting at coordinate `at`.
    struct Leg {
        std::size_t dim = 0;
        int first_link = 0; ///< first link of this line of nodes: its upward links, then its downward links
        int at = 0;
        int hops = 0;
    };
    template <class Visit>
    void for_each_leg(int from, int to, Visit const& visit) const;

    void number_links();
    [[nodiscard]] std::vector<Link> make_links() const;
    void place_nodes();
    /// Returns the number of hops along one dimension, negative for downward hops.
    [[nodiscard]] int hops(int from, int to, int extent) const;
    /// Returns the upward (downward) link at a coordinate of a line. Adjacent links of one direction have consecutive numbers.
    [[nodiscard]] int link_up(Leg const& leg, int at) const { return leg.first_link + at; }
    [[nodiscard]] int link_down(Leg const& leg, int at) const {
        return leg.first_link + links_per_line_[leg.dim] + at - (is_open(leg.dim) ? 1 : 0);
    }
    /// Returns whether the dimension has no wrap-around links. A ring of two nodes has one link each way, like a line; a ring of
    /// one has none.
    [[nodiscard]] bool is_open(std::size_t dim) const { return edges_ == Edges::Open || extents_[dim] <= 2; }

    std::vector<int> extents_;
    std::vector<int> strides_;
    std::vector<int> shifts_; // log2 of extents that are powers of two, else -1
    Edges edges_;
    std::vector<int> links_per_line_; // links of a line in one direction, by dimension
    std::vector<int> first_link_;     // indexed by dimension
    mutable std::once_flag made_;
    mutable std::vector<Link> made_links_;
};

/// Returns rows and columns of a two-dimensional mesh or torus, or nothing for any other network.
[[nodiscard]] std::optional<MeshShape> mesh_shape(Topology const& topology);

} // namespace tessera
