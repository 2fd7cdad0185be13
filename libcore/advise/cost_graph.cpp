// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parses a cost graph, and computes the cost of a choice.
#include "libcore/advise/cost_graph.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/shallow_json.hpp"
#include "libcore/base/try.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace tessera {
namespace {

using Json = nlohmann::json;

tl::unexpected<Error> bad_entry(std::string const& entry, std::string_view expected) {
    return fail(fmt::format("{}: expected {}", entry, expected));
}

/// Returns the list under `key`, or null if there is none.
Json const* list_in(Json const& object, char const* key) {
    auto const found = object.is_object() ? object.find(key) : object.end();
    return found != object.end() && found->is_array() ? &*found : nullptr;
}

Result<std::vector<Index>> numbers_of(Json const& list, std::string const& entry) {
    if (!list.is_array()) return bad_entry(entry, "a list of whole numbers");
    std::vector<Index> numbers;
    for (Json const& each : list) {
        if (!each.is_number_integer() || each < 0 || each > max_extent)
            return bad_entry(entry, "whole numbers that are not negative");
        numbers.push_back(each.get<Index>());
    }
    return numbers;
}

Result<void> read_nodes(Json const& problem, CostGraph& graph) {
    Json const nodes = problem.value("nodes", Json());
    Json const* const intervals = list_in(nodes, "intervals");
    Json const* const costs = list_in(nodes, "costs");
    Json const* const usages = list_in(nodes, "usages");
    if (costs == nullptr || costs->empty()) return bad_entry("nodes.costs", "a list with the costs of each node's strategies");
    if (intervals == nullptr || usages == nullptr || intervals->size() != costs->size() || usages->size() != costs->size())
        return bad_entry("nodes", "as many intervals and usages as costs");
    for (std::size_t node = 0; node < costs->size(); ++node) {
        auto const own_costs = TRY(numbers_of((*costs)[node], fmt::format("nodes.costs[{}]", node)));
        auto const own_usages = TRY(numbers_of((*usages)[node], fmt::format("nodes.usages[{}]", node)));
        auto const times = TRY(numbers_of((*intervals)[node], fmt::format("nodes.intervals[{}]", node)));
        if (own_costs.empty() || own_usages.size() != own_costs.size())
            return bad_entry(fmt::format("nodes.usages[{}]", node), "one for each of the node's strategies, and at least one");
        if (times.size() != 2)
            return bad_entry(fmt::format("nodes.intervals[{}]", node), "its first point of time and the one after its last");
        graph.nodes.push_back({own_costs, own_usages, {times[0], times[1]}});
    }
    return {};
}

Result<void> read_edges(Json const& problem, CostGraph& graph) {
    Json const edges = problem.value("edges", Json::object());
    Json const* const ends = list_in(edges, "nodes");
    Json const* const costs = list_in(edges, "costs");
    if (ends == nullptr && costs == nullptr) return {};
    if (ends == nullptr || costs == nullptr || ends->size() != costs->size()) return bad_entry("edges", "as many costs as nodes");
    for (std::size_t edge = 0; edge < ends->size(); ++edge) {
        auto const pair = TRY(numbers_of((*ends)[edge], fmt::format("edges.nodes[{}]", edge)));
        auto const last = std::ssize(graph.nodes);
        if (pair.size() != 2 || pair[0] >= last || pair[1] >= last)
            return bad_entry(fmt::format("edges.nodes[{}]", edge), fmt::format("two numbers of nodes, 0 to {}", last - 1));
        auto const own = TRY(numbers_of((*costs)[edge], fmt::format("edges.costs[{}]", edge)));
        CostEdge joined{as_size(pair[0]), as_size(pair[1]), own};
        std::size_t const pairs = graph.nodes[joined.from].costs.size() * graph.nodes[joined.to].costs.size();
        if (own.size() != pairs)
            return bad_entry(fmt::format("edges.costs[{}]", edge), fmt::format("{} costs, one for each pair of strategies", pairs));
        graph.edges.push_back(std::move(joined));
    }
    return {};
}

/// Returns whether the sums of the largest costs and of the largest usages fit 64 bits.
bool sums_fit(CostGraph const& graph) {
    std::optional<Index> costs = 0;
    std::optional<Index> usages = 0;
    auto const add = [](std::optional<Index>& sum, std::vector<Index> const& numbers) {
        if (sum && !numbers.empty()) sum = checked_add(*sum, *std::ranges::max_element(numbers));
    };
    for (CostNode const& node : graph.nodes) add(costs, node.costs), add(usages, node.usages);
    for (CostEdge const& edge : graph.edges) add(costs, edge.costs);
    return costs && usages;
}

} // namespace

Result<CostGraph> CostGraph::from_json(std::string_view json) {
    Json const document = Json::parse(shallow_json(json), nullptr, false);
    if (document.is_discarded()) return fail("this is not JSON");
    Json const problem = document.is_object() ? document.value("problem", Json()) : Json();
    if (!problem.is_object())
        return bad_entry("problem", "an object with nodes, edges and usage_limit, as the IOPDDL contest has it");
    CostGraph graph;
    if (auto const name = problem.find("name"); name != problem.end() && name->is_string()) graph.name = name->get<std::string>();
    TRY(read_nodes(problem, graph));
    TRY(read_edges(problem, graph));
    if (auto const limit = problem.find("usage_limit"); limit != problem.end() && !limit->is_null()) {
        if (!limit->is_number_integer() || *limit < 0) return bad_entry("usage_limit", "a whole number that is not negative");
        graph.usage_limit = limit->get<Index>();
    }
    if (!sums_fit(graph)) return fail("the costs or usages of all nodes and edges together do not fit 64 bits");
    return graph;
}

Index cost_of(CostGraph const& graph, std::vector<std::size_t> const& strategies) {
    Index cost = 0;
    for (std::size_t node = 0; node < graph.nodes.size(); ++node) cost += graph.nodes[node].costs[strategies[node]];
    for (CostEdge const& edge : graph.edges)
        cost += edge.costs[strategies[edge.from] * graph.nodes[edge.to].costs.size() + strategies[edge.to]];
    return cost;
}

Index peak_of(CostGraph const& graph, std::vector<std::size_t> const& strategies) {
    std::map<Index, Index> changes; // change of the memory, by time
    for (std::size_t node = 0; node < graph.nodes.size(); ++node) {
        Run const lifetime = graph.nodes[node].lifetime;
        if (lifetime.empty()) continue;
        changes[lifetime.begin] += graph.nodes[node].usages[strategies[node]];
        changes[lifetime.end] -= graph.nodes[node].usages[strategies[node]];
    }
    Index now = 0;
    Index peak = 0;
    for (auto const& [time, change] : changes) peak = std::max(peak, now += change);
    return peak;
}

} // namespace tessera
