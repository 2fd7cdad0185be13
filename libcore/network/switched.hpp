// SPDX-License-Identifier: BSD-3-Clause
// Tessera: small networks of a few shared parts: crossbar, bus, two clusters, dragonfly.
#pragma once

#include "libcore/network/topology.hpp"

#include <vector>

namespace tessera {

/// One switch; every node has a link to it and a link from it. Contention is possible only at the ports.
class Crossbar final : public Topology {
  public:
    Crossbar(std::string name, int nodes);
    void route(int from, int to, std::vector<int>& out) const override;
    [[nodiscard]] std::unique_ptr<PatternLoads> pattern_loads() const override;
    [[nodiscard]] std::string label(int vertex) const override;
};

/// One shared medium that carries one message at a time in either direction (Ethernet): a single link that all routes use.
class Bus final : public Topology {
  public:
    Bus(std::string name, int nodes);
    void route(int from, int to, std::vector<int>& out) const override;
    [[nodiscard]] std::unique_ptr<PatternLoads> pattern_loads() const override;
    [[nodiscard]] std::string label(int vertex) const override;
};

/// Two crossbars of `first` and `second` nodes, joined by a bundle of `links` links each way (CDT: two machines, few links).
class Clusters final : public Topology {
  public:
    Clusters(std::string name, int first, int second, int links);
    void route(int from, int to, std::vector<int>& out) const override;
    [[nodiscard]] std::string label(int vertex) const override;

  private:
    int first_;
};

/// Groups of routers. The routers of a group are connected pairwise. Every pair of groups has one global link; these are assigned
/// in turn to the routers of a group. Routing is minimal: at most one local link, the global one, and one more local link.
class Dragonfly final : public Topology {
  public:
    Dragonfly(std::string name, int groups, int routers, int nodes_per_router);
    void route(int from, int to, std::vector<int>& out) const override;
    [[nodiscard]] std::string label(int vertex) const override;

  private:
    void add_links();
    void place_vertices();
    [[nodiscard]] int router_of(int node) const { return node / nodes_per_router_; }
    /// Returns the router in `group` (numbered through all groups) whose global link leads to `other`.
    [[nodiscard]] int gateway(int group, int other) const;
    [[nodiscard]] int local_link(int from_router, int to_router) const;

    int groups_;
    int routers_;
    int nodes_per_router_;
    int first_local_ = 0;     // first link within the groups; these are ordered by router, then by neighbour
    std::vector<int> global_; // [group][other]: the link, or -1 on the diagonal
};

} // namespace tessera
