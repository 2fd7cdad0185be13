// SPDX-License-Identifier: BSD-3-Clause
// Tessera: positions of a network's vertices and links in a picture.
#pragma once

#include "libcore/network/topology.hpp"
#include "libcore/scene/detail/arrow.hpp"

#include <vector>

namespace tessera::detail {

/// Returns the smallest distance of two vertices, in the network's own unit; 1 for a single vertex.
[[nodiscard]] double nearest_vertices(Topology const& topology);

/// Pixel coordinates of a network. The scale depends on its shortest link and its nearest vertices.
class NetworkLayout {
  public:
    explicit NetworkLayout(Topology const& topology);

    [[nodiscard]] Topology const& topology() const { return topology_; }
    [[nodiscard]] double width() const { return width_; }
    [[nodiscard]] double height() const { return height_; }
    [[nodiscard]] bool wraps() const { return wraps_; } ///< some link wraps around
    [[nodiscard]] Point at(int vertex) const { return places_[as_size(vertex)]; }
    /// Returns the side of a vertex's square. Switches are smaller, unless many links need space around them.
    [[nodiscard]] double side(int vertex) const;
    /// Returns the number of links that leave a vertex.
    [[nodiscard]] int degree(int vertex) const { return degrees_[as_size(vertex)]; }

    /// The path of a link, from the edge of one vertex to that of the other. It is a line, moved to the right if there is an
    /// opposite link, or an arc to the right if a line would cross another vertex. A link that wraps has two stubs: half of it
    /// leaves the picture, the other half comes back.
    using Ways = std::vector<std::vector<Point>>;
    [[nodiscard]] Ways const& ways(int link) const { return ways_[as_size(link)]; }

  private:
    void fit();
    [[nodiscard]] Ways ways_of(int link) const;
    [[nodiscard]] bool crosses_a_vertex(Link const& link) const;
    [[nodiscard]] std::vector<Point> line(Link const& link, double aside) const;
    [[nodiscard]] std::vector<Point> bow(Link const& link) const;
    [[nodiscard]] Ways stubs(Link const& link, double aside) const;
    [[nodiscard]] bool has_opposite(Link const& link) const;

    Topology const& topology_;
    double scale_ = 1;
    double width_ = 0;
    double height_ = 0;
    double side_ = 0;
    bool wraps_ = false;
    double short_link_ = 0;                       // in pixels; links that are shorter cross no vertex
    std::vector<std::pair<int, int>> directions_; // sorted (from, to) of all links
    std::vector<int> degrees_;
    std::vector<Point> places_; // one per vertex
    std::vector<Ways> ways_;    // one per link
};

} // namespace tessera::detail
