// SPDX-License-Identifier: BSD-3-Clause
// Tessera: networks: nodes, switches, directed links, and one route between each two nodes.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

class PatternLoads;

/// A directed link, or a bundle of `width` parallel links among which messages spread evenly (adaptive upward routing of the CM-5).
/// The load of a bundle is messages / width and may be a fraction.
struct Link {
    int from = 0; ///< vertex: nodes first, then switches
    int to = 0;
    Index width = 1;
    double capacity = 1.0; ///< capacity of one link of the bundle, relative to the machine profile's link rate
};

/// Links with consecutive numbers, begin <= number < end.
struct LinkRun {
    int begin = 0;
    int end = 0;
};

/// The drawing position of a vertex in a plane without units: x to the right, y downwards.
struct VertexPosition {
    double x = 0;
    double y = 0;
};

class Topology {
  public:
    virtual ~Topology() = default;

    /// Returns the name as the user types it: "mesh(4,4)".
    [[nodiscard]] std::string const& name() const { return name_; }
    [[nodiscard]] int nodes() const { return nodes_; } ///< computing nodes: vertices 0 .. nodes()-1
    [[nodiscard]] int vertices() const { return static_cast<int>(places_.size()); }
    [[nodiscard]] virtual std::span<Link const> links() const { return links_; }
    [[nodiscard]] VertexPosition place(int vertex) const { return places_[as_size(vertex)]; }
    [[nodiscard]] virtual std::string label(int vertex) const;
    /// Returns whether a link leaves the picture at one edge and enters at the other (tori).
    [[nodiscard]] virtual bool wraps(int link) const;
    /// Appends to `out` the links from one node to another, in order. Appends nothing if both are the same node.
    virtual void route(int from, int to, std::vector<int>& out) const = 0;
    /// Appends the same links to `out` in any order, as runs, and returns true. Only for networks whose link numbers make long
    /// routes a few runs. Counting loads by runs is several times faster than link by link. Other networks return false.
    virtual bool route_runs(int from, int to, std::vector<LinkRun>& out) const;

    /// Returns an object that counts the loads of regular steps without visiting messages, for ranks on nodes of the same numbers.
    /// Null if the network has no formulas. The topology must outlive it.
    [[nodiscard]] virtual std::unique_ptr<PatternLoads> pattern_loads() const;

  protected:
    explicit Topology(std::string name) : name_(std::move(name)) {}
    /// Appends a link and returns its number.
    int add_link(int from, int to, Index width = 1, double capacity = 1.0);

    std::string name_;
    int nodes_ = 0;
    std::vector<Link> links_;
    std::vector<VertexPosition> places_;
};

/// Makes a network by name: `cm5(64)`, `fattree(4,3)`, `mesh(4,4)`, `torus(4,4,4)`, `hypercube(6)`, `crossbar(16)`, `bus(8)`,
/// `clusters(16,8,2)`, `dragonfly(groups,routers,nodes)`. Errors: an unknown name (suggests the nearest), a wrong number of
/// parameters, sizes that are not positive or too large.
[[nodiscard]] Result<std::shared_ptr<Topology const>> make_topology(std::string_view text);

/// Makes the smallest network of a kind that has a node for each rank: `mesh` and `torus` are as square as possible, so `mesh` is
/// mesh(4,8) for 32 ranks and mesh(3,5) for 13. Errors: an unknown kind; a kind of several sizes whose ratio is free (fattree,
/// clusters, dragonfly); too many ranks. Precondition: ranks >= 1.
[[nodiscard]] Result<std::shared_ptr<Topology const>> make_topology_for(std::string_view kind, int ranks);

/// Reads a general network from JSON: {"schema": "tessera.graph/1", "nodes": N, "switches": M, "links": [{"from", "to", "width",
/// "capacity", "oneway"}, ..]}. Vertices 0 .. N-1 are nodes, N .. N+M-1 switches. A link goes both ways unless "oneway". Routes
/// have the fewest links, and the smallest next vertex breaks ties. Errors: fields missing or of the wrong type, a vertex out of
/// range, widths or capacities not positive, a node that cannot reach another.
[[nodiscard]] Result<std::shared_ptr<Topology const>> topology_from_json(std::string_view json, std::string name);

} // namespace tessera
