// SPDX-License-Identifier: BSD-3-Clause
// Tessera: colouring the edges of a bipartite graph with as many colours as its largest degree (Koenig 1916).
#include "libcore/schedule/detail/edge_colouring.hpp"

#include <utility>

namespace tessera::detail {

namespace {

constexpr std::size_t report_every = 4096; // edges

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

/// Frees colour a at the right vertex, where b is free.
void EdgeColouring::change_over(int right, int a, int b) {
    std::vector<int> path;
    int vertex = right;
    int next = a;
    bool at_right = true;
    for (;;) {
        int const edge = edge_at(at_right ? right_ : left_, vertex, next);
        if (edge == none) break;
        path.push_back(edge);
        BipartiteEdge const& ends = edges_[as_size(edge)];
        vertex = at_right ? ends.left : ends.right;
        at_right = !at_right;
        next = a + b - next;
    }
    for (int const edge : path) remove(edge);
    next = b; // the first edge had colour a
    for (int const edge : path) {
        put(edge, next);
        next = a + b - next;
    }
}

void EdgeColouring::put(int edge, int colour) {
    auto const [left, right] = edges_[as_size(edge)];
    left_.slots.take(left, colour);
    right_.slots.take(right, colour);
    edge_at(left_, left, colour) = edge;
    edge_at(right_, right, colour) = edge;
    colour_[as_size(edge)] = colour;
}

void EdgeColouring::remove(int edge) {
    auto const [left, right] = edges_[as_size(edge)];
    int const colour = std::exchange(colour_[as_size(edge)], none);
    left_.slots.release(left, colour);
    right_.slots.release(right, colour);
    edge_at(left_, left, colour) = none;
    edge_at(right_, right, colour) = none;
}

int& EdgeColouring::edge_at(Side& side, int vertex, int colour) const {
    return side.edge_of[as_size(vertex) * as_size(colours_) + as_size(colour)];
}

} // namespace tessera::detail
