// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a graph whose nodes each have a choice of strategies with integer costs: the problem of the IOPDDL contest.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/sets/run.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

struct CostNode {
    std::vector<Index> costs;  ///< cost of each strategy; at least one
    std::vector<Index> usages; ///< memory of each strategy during the lifetime of the node
    Run lifetime;              ///< in points of time, half-open; may be empty
};

struct CostEdge {
    std::size_t from = 0;
    std::size_t to = 0;
    std::vector<Index> costs; ///< cost of each pair of strategies; those of `to` vary fastest
};

struct CostGraph {
    std::string name;
    std::vector<CostNode> nodes;
    std::vector<CostEdge> edges; ///< several edges may join the same nodes
    std::optional<Index> usage_limit;

    /// Reads the contest's format: {"problem": {"name", "nodes": {"intervals", "costs", "usages"}, "edges": {"nodes", "costs"},
    /// "usage_limit"}}. Errors name the entry: lists that do not fit together, negative numbers, sums that do not fit 64 bits.
    [[nodiscard]] static Result<CostGraph> from_json(std::string_view json);
};

struct StrategyChoice {
    std::vector<std::size_t> strategies; ///< strategy of each node
    Index cost = 0;
    Index bound = 0; ///< lower bound of the cost; equal to the cost if that is proved minimal
    Index peak = 0;  ///< largest memory at any time
};

/// Returns the cost of a choice, and its peak memory. Precondition: one strategy per node.
[[nodiscard]] Index cost_of(CostGraph const& graph, std::vector<std::size_t> const& strategies);
[[nodiscard]] Index peak_of(CostGraph const& graph, std::vector<std::size_t> const& strategies);

/// Finds the least cost within the usage limit; of equal costs, the choice with fewer edges that cost anything (changes of layout).
/// Uses branch and bound while `effort` branches last (deterministic). After that, improves the best choice strategy by strategy.
/// Errors: no choice within the limit was found; the work was stopped.
[[nodiscard]] Result<StrategyChoice> best_strategies(CostGraph const& graph, Index effort = 2'000'000, Watch const& watch = {});

/// Returns the best choice without the usage limit, or nothing if it costs no less than `limited`, the best choice within it.
[[nodiscard]] Result<std::optional<StrategyChoice>> cheaper_without_limit(CostGraph const& graph, StrategyChoice const& limited,
                                                                          Index effort = 2'000'000, Watch const& watch = {});

} // namespace tessera
