// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a graph whose nodes have one of several strategies each, with integer costs: the problem of the IOPDDL contest.
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
    std::vector<Index> costs;  ///< of each strategy, at least one
    std::vector<Index> usages; ///< memory of each strategy, while the node lives
    Run lifetime;              ///< points of time, half-open; may be empty
};

struct CostEdge {
    std::size_t from = 0;
    std::size_t to = 0;
    std::vector<Index> costs; ///< of each pair of strategies, those of `to` fastest
};

struct CostGraph {
    std::string name;
    std::vector<CostNode> nodes;
    std::vector<CostEdge> edges; ///< several may join the same nodes
    std::optional<Index> usage_limit;

    /// The contest's format: {"problem": {"name", "nodes": {"intervals", "costs", "usages"}, "edges": {"nodes", "costs"},
    /// "usage_limit"}}. Errors name the entry: lists that do not fit together, negative numbers, sums that do not fit 64 bits.
    [[nodiscard]] static Result<CostGraph> from_json(std::string_view json);
};

struct StrategyChoice {
    std::vector<std::size_t> strategies; ///< of each node
    Index cost = 0;
    Index bound = 0; ///< nothing costs less; equal to the cost where it is proved to be the least
    Index peak = 0;  ///< the most memory at any time
};

/// What a choice costs, and its memory. Precondition: a strategy of each node.
[[nodiscard]] Index cost_of(CostGraph const& graph, std::vector<std::size_t> const& strategies);
[[nodiscard]] Index peak_of(CostGraph const& graph, std::vector<std::size_t> const& strategies);

/// The least cost within the usage limit, and of equals fewer edges that cost anything (changes of layout): by branch and bound
/// while `effort` branches last (deterministic), then the best that was found, mended strategy by strategy. Errors: nothing within
/// the limit was found; the work was stopped.
[[nodiscard]] Result<StrategyChoice> best_strategies(CostGraph const& graph, Index effort = 2'000'000, Watch const& watch = {});

/// What would be chosen without the usage limit; nothing where that costs no less than `limited`, the best within it.
[[nodiscard]] Result<std::optional<StrategyChoice>> cheaper_without_limit(CostGraph const& graph, StrategyChoice const& limited,
                                                                          Index effort = 2'000'000, Watch const& watch = {});

} // namespace tessera
