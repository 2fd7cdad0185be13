// SPDX-License-Identifier: BSD-3-Clause
// Tessera: colouring of the edges of a bipartite graph with as many colours as its largest degree (Koenig 1916).
#include "libcore/schedule/detail/edge_colouring.hpp"

#include <utility>

namespace tessera::detail {

namespace {

constexpr std::size_t report_every = 4096; // in edges

std::vector<int> no_edges(int vertices, int colours) {
    return std::vector<int>(as_size(vertices) * as_size(colours), -1);
}

} // namespace

EdgeColouring::EdgeColouring(int lefts, int rights, int colours, std::span<BipartiteEdge const> edges, Watch const& watch)
    : colours_(colours),
      edges_(edges), left_{PortSlots(lefts, colours), no_edges(lefts, colours)}, right_{PortSlots(rights, colours),
                                                                                        no_edges(rights, colours)},
      colour_(edges.size(), none) {
    for (; coloured_ < edges.size() && !watch.stopped(); ++coloured_) {
        if (coloured_ % report_every == 0) watch.report(static_cast<Index>(coloured_), std::ssize(edges));
        add(static_cast<int>(coloured_));
    }
}

void EdgeColouring::add(int edge) {
    auto const [left, right] = edges_[as_size(edge)];
    int const both = left_.slots.first_free_in_both(left, right_.slots, right);
    if (both != PortSlots::none) return put(edge, both);
    int const a = left_.slots.last_free(left);
    change_over(right, a, right_.slots.last_free(right));
    put(edge, a);
}

/// Frees colour a at the right vertex, where b is free. The set of free colours changes only at the two ends of the path.
void EdgeColouring::change_over(int right, int a, int b) {
    Side* here = &right_;
    Side* there = &left_;
    int from = a; // old colour of the next edge
    int to = b;
    int edge = edge_at(right_, right, a);
    free_for(right_, right, a, b);
    edge_at(right_, right, b) = edge;
    for (;;) {
        colour_[as_size(edge)] = to;
        std::swap(here, there);
        int const vertex = here == &left_ ? edges_[as_size(edge)].left : edges_[as_size(edge)].right;
        int const next = std::exchange(edge_at(*here, vertex, to), edge);
        if (next == none) return free_for(*here, vertex, from, to);
        edge_at(*here, vertex, from) = next;
        edge = next;
        std::swap(from, to);
    }
}

/// Replaces colour `from` by `to` at the vertex.
void EdgeColouring::free_for(Side& side, int vertex, int from, int to) const {
    side.slots.release(vertex, from);
    side.slots.take(vertex, to);
    edge_at(side, vertex, from) = none;
}

void EdgeColouring::put(int edge, int colour) {
    auto const [left, right] = edges_[as_size(edge)];
    left_.slots.take(left, colour);
    right_.slots.take(right, colour);
    edge_at(left_, left, colour) = edge;
    edge_at(right_, right, colour) = edge;
    colour_[as_size(edge)] = colour;
}

int& EdgeColouring::edge_at(Side& side, int vertex, int colour) const {
    return side.edge_of[as_size(vertex) * as_size(colours_) + as_size(colour)];
}

} // namespace tessera::detail
