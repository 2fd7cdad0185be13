// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a general network, given by its links.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/network/topology.hpp"

#include <vector>

namespace tessera {

/// Routes have the fewest links. Among equal routes the one with the smallest next vertex wins, so routes depend only on the graph.
/// Vertices 0 .. nodes-1 are computing nodes, the others are switches. All next hops are stored: vertices * nodes entries, hence
/// the limit.
class Graph final : public Topology {
  public:
    static constexpr int max_vertices = 4096;

    struct Parts {
        int nodes = 0;
        int vertices = 0;
        std::vector<Link> links;
    };
    /// Makes the network. Error: a node that cannot reach another (the message names both).
    [[nodiscard]] static Result<std::shared_ptr<Topology const>> make(std::string name, Parts parts);

    void route(int from, int to, std::vector<int>& out) const override;
    [[nodiscard]] std::string label(int vertex) const override;

  private:
    Graph(std::string name, Parts parts);
    void find_routes();
    void find_routes_to(int target, std::vector<std::vector<int>> const& incoming);
    [[nodiscard]] int& next_link(int from, int to) { return next_[as_size(from) * as_size(nodes_) + as_size(to)]; }

    std::vector<int> next_; // [vertex][target node]: the first link of the route, or -1
};

} // namespace tessera
