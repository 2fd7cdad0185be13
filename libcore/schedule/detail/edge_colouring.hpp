// SPDX-License-Identifier: BSD-3-Clause
// Tessera: colouring of the edges of a bipartite graph with as many colours as its largest degree (Koenig 1916).
#pragma once

#include "libcore/base/watch.hpp"
#include "libcore/schedule/detail/port_slots.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tessera::detail {

struct BipartiteEdge {
    int left = 0;
    int right = 0;
};

/// Gives edges that share a vertex different colours. An edge gets the first colour that is free at both ends. If there is none,
/// let a be free at the left end and b at the right end. The path of colours a, b, a, ... from the right end never reaches the left
/// end. Swapping the two colours on this path makes a free at both ends.
class EdgeColouring {
  public:
    /// Preconditions: no edge twice; no vertex has more edges than there are colours. Vertices of each side count from 0.
    /// Ends early if the watch is stopped.
    EdgeColouring(int lefts, int rights, int colours, std::span<BipartiteEdge const> edges, Watch const& watch);

    /// Returns whether all edges are coloured.
    [[nodiscard]] bool done() const { return coloured_ == edges_.size(); }
    [[nodiscard]] int colour(std::size_t edge) const { return colour_[edge]; }

  private:
    static constexpr int none = -1;
    /// The free colours, and the edge of each colour, at each vertex of one side.
    struct Side {
        PortSlots slots;
        std::vector<int> edge_of;
    };

    void add(int edge);
    void change_over(int right, int a, int b);
    void free_for(Side& side, int vertex, int from, int to) const;
    void put(int edge, int colour);
    [[nodiscard]] int& edge_at(Side& side, int vertex, int colour) const;

    int colours_;
    std::span<BipartiteEdge const> edges_;
    Side left_;
    Side right_;
    std::vector<int> colour_;  // indexed by edge
    std::size_t coloured_ = 0; // number of coloured edges
};

} // namespace tessera::detail
