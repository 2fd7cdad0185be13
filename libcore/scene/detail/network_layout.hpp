// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where a network's vertices and links lie in a picture.
#pragma once

#include "libcore/network/topology.hpp"
#include "libcore/scene/detail/arrow.hpp"

#include <vector>

namespace tessera::detail {

/// The places of a network in pixels, as large as its shortest link and its nearest vertices ask for.
class NetworkLayout {
  public:
    explicit NetworkLayout(Topology const& topology);

    [[nodiscard]] Topology const& topology() const { return topology_; }
    [[nodiscard]] double width() const { return width_; }
    [[nodiscard]] double height() const { return height_; }
    [[nodiscard]] bool wraps() const { return wraps_; } ///< is there a link that does?
    [[nodiscard]] Point at(int vertex) const { return places_[as_size(vertex)]; }
    /// The side of the square a vertex is drawn as; switches are smaller, unless many links must find room around them.
    [[nodiscard]] double side(int vertex) const;
    /// Links that leave a vertex.
    [[nodiscard]] int degree(int vertex) const { return degrees_[as_size(vertex)]; }

    /// The way of a link, from the edge of one vertex to that of the other: a line, kept to the right of the middle where there is
    /// a link back; a bow to the right where a line would cross another vertex. A link that wraps has two stubs: half of it leaves
    /// the picture, the other half comes back.
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
    double short_link_ = 0;                       // pixels; no shorter link crosses a vertex
    std::vector<std::pair<int, int>> directions_; // of all links, sorted
    std::vector<int> degrees_;
    std::vector<Point> places_; // by vertex
    std::vector<Ways> ways_;    // by link
};

} // namespace tessera::detail
