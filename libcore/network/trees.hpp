// SPDX-License-Identifier: BSD-3-Clause
// Tessera: fat trees: the CM-5's quad tree of link bundles and the k-ary n-tree of single links.
#pragma once

#include "libcore/network/topology.hpp"

#include <algorithm>
#include <vector>

namespace tessera {

/// The CM-5 data network (Thakur 4.1.1, Fig. 4.1): a 4-ary tree whose inner nodes are sets of switches: 2 at level 1, twice as many
/// at each higher level up to 3, four times as many above. A switch has two parents at levels 1 and 2 and four above. So the bundle
/// above a subtree has 2, 4, 8, 32, 128, ... links at levels 0, 1, 2, 3, 4, ... Messages may use any upward link; the load of a
/// bundle is its messages over its width.
class Cm5Tree final : public Topology {
  public:
    Cm5Tree(std::string name, int nodes);
    void route(int from, int to, std::vector<int>& out) const override;
    [[nodiscard]] std::unique_ptr<PatternLoads> pattern_loads() const override;
    [[nodiscard]] std::string label(int vertex) const override;
    [[nodiscard]] int levels() const { return static_cast<int>(first_.size()) - 1; } ///< levels below the root
    /// Returns the bundle up from a subtree of a level; the next link is the bundle down. Precondition: 0 <= level < levels().
    [[nodiscard]] int bundle(int level, int index) const { return up_[as_size(vertex(level, index))]; }
    /// Returns the number of links of the bundle from a level to the next one. Precondition: 0 <= level.
    [[nodiscard]] static Index bundle_width(int level);

  private:
    [[nodiscard]] int vertex(int level, int index) const { return first_[as_size(level)] + index; }

    std::vector<int> first_; // first vertex of each level; level 0: the nodes
    std::vector<int> up_;    // indexed by vertex: the bundle to its parent (the reverse link is the next one)
};

/// The k-ary n-tree: k^n nodes, n levels of k^(n-1) switches with k links down and k up, full bisection. The upward port is the
/// destination's digit of that level (D-mod-k). So above the turning point a route depends only on the destination.
class FatTree final : public Topology {
  public:
    FatTree(std::string name, int arity, int levels);
    void route(int from, int to, std::vector<int>& out) const override;
    [[nodiscard]] std::unique_ptr<PatternLoads> pattern_loads() const override;
    [[nodiscard]] std::string label(int vertex) const override;
    /// Returns whether the first `nodes` nodes are those of a k-ary tree of fewer levels, or of this one.
    [[nodiscard]] bool has_subtree_of(int nodes) const { return std::ranges::find(power_, nodes) != power_.end(); }

  private:
    void add_links();
    void place_vertices();
    [[nodiscard]] int digit(int number, int place) const { return number / power_[as_size(place)] % arity_; }
    [[nodiscard]] int with_digit(int number, int place, int value) const;
    [[nodiscard]] int switch_at(int level, int index) const { return nodes_ + level * switches_per_level_ + index; }

    int arity_;
    int levels_;
    int switches_per_level_;
    std::vector<int> power_;  // arity^0 .. arity^levels
    std::vector<int> uplink_; // [vertex below level levels-1][port]: the uplink; the downlink is the next one
};

} // namespace tessera
