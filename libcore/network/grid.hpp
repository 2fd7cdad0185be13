// SPDX-License-Identifier: BSD-3-Clause
// Tessera: meshes, tori and hypercubes: nodes on an N-dimensional grid, routed dimension by dimension.
#pragma once

#include "libcore/network/topology.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

namespace tessera {

/// Nodes are numbered row-major. Routing is dimension-ordered, the last dimension first: on a 2-D mesh of rows x columns that is
/// XY routing, along the row and then along the column (Thakur 4.1.2); on a hypercube it is e-cube routing, lowest bit first.
/// A torus goes the shorter way round, upwards where both are equal.
class Grid final : public Topology {
  public:
    enum class Edges { Open, Wrapped };

    Grid(std::string name, std::vector<int> extents, Edges edges);
    [[nodiscard]] static std::shared_ptr<Topology const> hypercube(std::string name, int dims);

    [[nodiscard]] std::vector<int> const& extents() const { return extents_; }
    [[nodiscard]] Edges edges() const { return edges_; }
    /// The first link of a line of nodes of a dimension: its links upwards, in their order, and then those downwards. Lines are
    /// numbered row-major by the coordinates in the other dimensions.
    [[nodiscard]] int first_link_of(std::size_t dim, int line) const { return first_link_[dim] + line * 2 * links_per_line_[dim]; }
    /// Made when they are first asked for: a million nodes have six million links, which regular steps do not need.
    [[nodiscard]] std::span<Link const> links() const override;
    void route(int from, int to, std::vector<int>& out) const override;
    bool route_runs(int from, int to, std::vector<LinkRun>& out) const override;
    [[nodiscard]] bool wraps(int link) const override;
    [[nodiscard]] std::unique_ptr<PatternLoads> pattern_loads() const override;

  private:
    /// The part of a route along one dimension: `hops` links upwards, or -hops downwards, from coordinate `at` on.
    struct Leg {
        std::size_t dim = 0;
        int first_link = 0; ///< of this line of nodes: its links upwards, then those downwards
        int at = 0;
        int hops = 0;
    };
    template <class Visit>
    void for_each_leg(int from, int to, Visit const& visit) const;

    void number_links();
    [[nodiscard]] std::vector<Link> make_links() const;
    void place_nodes();
    /// The signed number of hops along one dimension.
    [[nodiscard]] int hops(int from, int to, int extent) const;
    /// The link upwards (downwards) from a coordinate of a line. Neighbouring links of one direction have neighbouring numbers.
    [[nodiscard]] int link_up(Leg const& leg, int at) const { return leg.first_link + at; }
    [[nodiscard]] int link_down(Leg const& leg, int at) const {
        return leg.first_link + links_per_line_[leg.dim] + at - (is_open(leg.dim) ? 1 : 0);
    }
    /// A ring of two has one link each way, as a line has; a ring of one has none.
    [[nodiscard]] bool is_open(std::size_t dim) const { return edges_ == Edges::Open || extents_[dim] <= 2; }

    std::vector<int> extents_;
    std::vector<int> strides_;
    std::vector<int> shifts_; // log2 of extents that are powers of two, else -1
    Edges edges_;
    std::vector<int> links_per_line_; // by dimension, in one direction
    std::vector<int> first_link_;     // by dimension
    mutable std::once_flag made_;
    mutable std::vector<Link> made_links_;
};

/// Rows and columns of a mesh or torus of two dimensions; nothing for any other network.
[[nodiscard]] std::optional<MeshShape> mesh_shape(Topology const& topology);

} // namespace tessera
