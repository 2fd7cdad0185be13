// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the paths of messages in a picture of a network.
#pragma once

#include "libcore/network/topology.hpp"
#include "libcore/scene/scene.hpp"

#include <span>
#include <vector>

namespace tessera {

/// A path that consists of separate polylines. A message jumps from the end of one polyline to the beginning of the next: past a
/// vertex, or where a link leaves the picture and comes back.
class LinkPath {
  public:
    void add_piece() { pieces_.emplace_back(); }
    void add(ScenePoint point);

    [[nodiscard]] std::vector<std::vector<ScenePoint>> const& pieces() const { return pieces_; }
    [[nodiscard]] bool empty() const { return pieces_.empty(); }
    [[nodiscard]] ScenePoint begin() const { return pieces_.front().front(); }
    /// Returns the point after a share of the path's length, 0 .. 1. Precondition: not empty.
    [[nodiscard]] ScenePoint at(double share) const;

  private:
    std::vector<std::vector<ScenePoint>> pieces_;
    double length_ = 0;
};

/// Positions of links and nodes in a picture from network_scene(), read from its tags.
class LinkPaths {
  public:
    LinkPaths(Topology const& topology, Scene const& picture);

    /// Returns the path of a link from vertex to vertex. Precondition: the network is drawn.
    [[nodiscard]] LinkPath const& of(int link) const { return links_[as_size(link)]; }
    /// Returns the path along consecutive links of a message's route, between nodes `from` and `to`. On a shared link the path goes
    /// from node to node.
    [[nodiscard]] LinkPath along(std::span<int const> route, int from, int to) const;
    /// Returns whether one link connects all nodes.
    [[nodiscard]] bool is_shared() const { return shared_; }

  private:
    std::vector<LinkPath> links_;
    std::vector<ScenePoint> middles_; // one per vertex; set only for vertices that are drawn
    bool shared_ = false;
};

} // namespace tessera
