// SPDX-License-Identifier: BSD-3-Clause
// Tessera: meshes, tori and hypercubes: nodes on an N-dimensional grid, routed dimension by dimension.
#pragma once

#include "libcore/network/topology.hpp"

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
    void route(int from, int to, std::vector<int>& out) const override;

  private:
    void add_links();
    void place_nodes();
    /// The signed number of hops along one dimension.
    [[nodiscard]] int hops(int from, int to, int extent) const;

    std::vector<int> extents_;
    std::vector<int> strides_;
    Edges edges_;
    std::vector<int> link_of_; // [node][dim][0: upwards, 1: downwards], -1 at an open edge
};

} // namespace tessera
