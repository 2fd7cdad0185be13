// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a general network, given by its links: its routes and its JSON form.
#include "libcore/network/graph.hpp"

#include "libcore/base/json_member.hpp"
#include "libcore/base/shallow_json.hpp"
#include "libcore/base/try.hpp"
#include "libcore/network/detail/circle.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numbers>

namespace tessera {

namespace {

using Json = nlohmann::json;

/// Returns the member as a number of type T, or the fallback if it is absent. Error: out of bounds or of the wrong type; names it.
template <class T>
Result<T> number(Json const& object, char const* name, T least, T most, std::optional<T> fallback, std::string const& where) {
    auto const member = object.find(name);
    if (member == object.end()) {
        if (fallback) return *fallback;
        return fail(fmt::format("{} has no \"{}\"", where, name));
    }
    bool const right_type = std::is_integral_v<T> ? member->is_number_integer() : member->is_number();
    if (!right_type) return fail(fmt::format("\"{}\" in {} is not a {}number", name, where, std::is_integral_v<T> ? "whole " : ""));
    auto const value = member->get<double>();
    if (!(value >= static_cast<double>(least) && value <= static_cast<double>(most)))
        return fail(fmt::format("\"{}\" in {} is {}, expected {} to {}", name, where, member->dump(), least, most));
    return member->get<T>();
}

/// Appends the link, and the reverse link unless it is one-way.
Result<void> add_edge(Graph::Parts& parts, Json const& edge, std::size_t place) {
    std::string const where = fmt::format("link {} of the graph", place);
    if (!edge.is_object()) return fail(where + " is not an object with \"from\" and \"to\"");
    auto const from = TRY(number<int>(edge, "from", 0, parts.vertices - 1, std::nullopt, where));
    auto const to = TRY(number<int>(edge, "to", 0, parts.vertices - 1, std::nullopt, where));
    auto const width = TRY(number<Index>(edge, "width", 1, 1'000'000, 1, where));
    auto const capacity = TRY(number<double>(edge, "capacity", 1e-9, 1e9, 1.0, where));
    auto const oneway = edge.find("oneway");
    if (oneway != edge.end() && !oneway->is_boolean())
        return fail(fmt::format("\"oneway\" in {} is neither true nor false", where));
    parts.links.push_back({from, to, width, capacity});
    if (oneway == edge.end() || !oneway->get<bool>()) parts.links.push_back({to, from, width, capacity});
    return {};
}

Result<Graph::Parts> parts_from(Json const& graph) {
    if (!has_schema(graph, "tessera.graph/1")) return fail("a graph file begins with \"schema\": \"tessera.graph/1\"");
    auto const nodes = TRY(number<int>(graph, "nodes", 1, Graph::max_vertices, std::nullopt, "the graph"));
    auto const switches = TRY(number<int>(graph, "switches", 0, Graph::max_vertices - nodes, 0, "the graph"));
    auto const links = graph.find("links");
    if (links == graph.end() || !links->is_array()) return fail("the graph has no list \"links\"");
    Graph::Parts parts{nodes, nodes + switches, {}};
    for (std::size_t i = 0; i < links->size(); ++i) TRY(add_edge(parts, (*links)[i], i));
    return parts;
}

} // namespace

Graph::Graph(std::string name, Parts parts) : Topology(std::move(name)) {
    nodes_ = parts.nodes;
    links_ = std::move(parts.links);
    // Nodes are on an outer circle, switches on an inner one.
    int const switches = parts.vertices - nodes_;
    detail::Circle const outer{.centre = {}, .radius = detail::Circle::radius_for(nodes_, 0)};
    detail::Circle const inner{.centre = {}, .radius = switches == 1 ? 0 : 0.55 * outer.radius};
    for (int node = 0; node < nodes_; ++node) places_.push_back(outer.at(node, nodes_));
    for (int number = 0; number < switches; ++number) places_.push_back(inner.at(number, switches));
    find_routes();
}

Result<std::shared_ptr<Topology const>> Graph::make(std::string name, Parts parts) {
    std::shared_ptr<Graph> const graph(new Graph(std::move(name), std::move(parts)));
    for (int from = 0; from < graph->nodes_; ++from)
        for (int to = 0; to < graph->nodes_; ++to)
            if (from != to && graph->next_link(from, to) < 0)
                return fail(fmt::format("{}: node {} cannot reach node {}", graph->name(), from, to));
    return graph;
}

void Graph::find_routes() {
    next_.assign(places_.size() * as_size(nodes_), -1);
    std::vector<std::vector<int>> incoming(places_.size());
    for (int link = 0; link < static_cast<int>(links_.size()); ++link)
        incoming[static_cast<std::size_t>(links_[static_cast<std::size_t>(link)].to)].push_back(link);
    for (int target = 0; target < nodes_; ++target) find_routes_to(target, incoming);
}

/// Searches breadth first from the target backwards. Visits each level in ascending vertex order, which decides ties. Any vertex
/// may forward: in a graph without switches every node is a router.
void Graph::find_routes_to(int target, std::vector<std::vector<int>> const& incoming) {
    std::vector<bool> seen(places_.size(), false);
    seen[as_size(target)] = true;
    for (std::vector<int> level{target}, next; !level.empty(); level = std::move(next)) {
        next.clear();
        std::ranges::sort(level);
        for (int const vertex : level)
            for (int const link : incoming[as_size(vertex)]) {
                int const before = links_[as_size(link)].from;
                if (seen[as_size(before)]) continue;
                seen[as_size(before)] = true;
                next_link(before, target) = link;
                next.push_back(before);
            }
    }
}

void Graph::route(int from, int to, std::vector<int>& out) const {
    while (from != to) {
        int const link = next_[as_size(from) * as_size(nodes_) + as_size(to)];
        out.push_back(link);
        from = links_[as_size(link)].to;
    }
}

std::string Graph::label(int vertex) const {
    return vertex < nodes_ ? std::to_string(vertex) : fmt::format("S{}", vertex - nodes_);
}

Result<std::shared_ptr<Topology const>> topology_from_json(std::string_view json, std::string name) {
    auto const graph = Json::parse(shallow_json(json), nullptr, false);
    if (graph.is_discarded()) return fail(fmt::format("{} is not JSON", name));
    auto parts = parts_from(graph);
    if (!parts) return fail(fmt::format("{}: {}", name, parts.error().message));
    return Graph::make(std::move(name), std::move(*parts));
}

} // namespace tessera
