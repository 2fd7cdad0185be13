// SPDX-License-Identifier: BSD-3-Clause
// Tessera: search for the cheapest strategies of a cost graph, by branch and bound.
#include "libcore/advise/cost_graph.hpp"

#include "libcore/base/try.hpp"

#include <algorithm>
#include <compare>
#include <fmt/format.h>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

namespace tessera {
namespace {

/// The memory over time during the search, at each point where a lifetime begins. Every peak begins at such a point.
class MemoryOverTime {
  public:
    explicit MemoryOverTime(CostGraph const& graph) : limit_(graph.usage_limit.value_or(std::numeric_limits<Index>::max())) {
        std::map<Index, std::size_t> places;
        for (CostNode const& node : graph.nodes)
            if (!node.lifetime.empty()) places.emplace(node.lifetime.begin, 0);
        std::vector<Index> times;
        for (auto& [time, place] : places) place = times.size(), times.push_back(time);
        used_.assign(times.size(), 0);
        for (CostNode const& node : graph.nodes) {
            auto const at = [&](Index time) { return std::ranges::lower_bound(times, time) - times.begin(); };
            Index const least = *std::ranges::min_element(node.usages);
            spans_.push_back(node.lifetime.empty() ? Run{0, 0} : Run{at(node.lifetime.begin), at(node.lifetime.end)});
            least_.push_back(least);
            add(spans_.size() - 1, least); // minimum memory of the node
        }
    }

    /// Takes a strategy instead of the least one, if the memory suffices.
    bool take(std::size_t node, Index usage) {
        Index const more = usage - least_[node];
        for (Index at = spans_[node].begin; more > 0 && at < spans_[node].end; ++at)
            if (used_[as_size(at)] > limit_ - more) return false;
        add(node, more);
        return true;
    }
    void give_back(std::size_t node, Index usage) { add(node, least_[node] - usage); }
    [[nodiscard]] bool fits() const {
        return std::ranges::all_of(used_, [this](Index used) { return used <= limit_; });
    }

  private:
    void add(std::size_t node, Index bytes) {
        for (Index at = spans_[node].begin; bytes != 0 && at < spans_[node].end; ++at) used_[as_size(at)] += bytes;
    }

    Index limit_;
    std::vector<Run> spans_;   // lifetime of each node, as indices of the points of time
    std::vector<Index> least_; // least usage of each node
    std::vector<Index> used_;  // at each point of time
};

/// A weight to compare: cost first, then the number of edges that cost anything (changes of layout).
struct StrategyWeight {
    Index cost = 0;
    Index changes = 0;

    static StrategyWeight of_edge(Index cost) { return {cost, cost > 0 ? 1 : 0}; }
    static StrategyWeight most() { return {std::numeric_limits<Index>::max(), 0}; }
    StrategyWeight& operator+=(StrategyWeight const& other) {
        cost += other.cost;
        changes += other.changes;
        return *this;
    }
    friend StrategyWeight operator+(StrategyWeight a, StrategyWeight const& b) { return a += b; }
    friend auto operator<=>(StrategyWeight const&, StrategyWeight const&) = default;
};

/// Returns the weight of a whole choice.
StrategyWeight strategy_weight(CostGraph const& graph, std::vector<std::size_t> const& strategies) {
    StrategyWeight weight;
    for (std::size_t node = 0; node < graph.nodes.size(); ++node) weight.cost += graph.nodes[node].costs[strategies[node]];
    for (CostEdge const& edge : graph.edges) {
        std::size_t const columns = graph.nodes[edge.to].costs.size();
        weight += StrategyWeight::of_edge(edge.costs[strategies[edge.from] * columns + strategies[edge.to]]);
    }
    return weight;
}

/// Limit of the nodes, because the recursion visits one node per level.
constexpr std::size_t most_nodes = 20'000;
constexpr std::size_t most_mended = 500;

/// An edge to a node that is decided earlier (or to the node itself).
struct EdgeBehind {
    CostEdge const* edge;
    std::size_t other;
    bool from_other; ///< the other end is the edge's `from`
};

class StrategySearch {
  public:
    StrategySearch(CostGraph const& graph, Index effort, Watch const& watch)
        : graph_(graph), memory_(graph), effort_(effort), watch_(watch), give_up_(-9 * effort), chosen_(graph.nodes.size(), 0) {
        order_nodes();
        bound_rest();
    }

    Result<StrategyChoice> run() {
        if (memory_.fits()) descend(0, {});
        if (watch_.stopped()) return stopped_error();
        if (!best_)
            return fail(effort_ > 0 ? "no choice of strategies stays within usage_limit"
                                    : "no choice of strategies within usage_limit was found");
        if (effort_ <= 0) mend();
        best_->bound = effort_ > 0 ? best_->cost : rest_.front().cost;
        best_->peak = peak_of(graph_, best_->strategies);
        return *best_;
    }

  private:
    [[nodiscard]] StrategyWeight edge_weight(EdgeBehind const& behind, std::size_t strategy) const {
        std::size_t const columns = graph_.nodes[behind.edge->to].costs.size();
        std::size_t const other = chosen_[behind.other];
        return StrategyWeight::of_edge(
            behind.edge->costs[behind.from_other ? other * columns + strategy : strategy * columns + other]);
    }

    /// Orders the nodes. The next node is the one with the most neighbours among the ordered ones, so that costs are known early.
    void order_nodes() {
        std::size_t const count = graph_.nodes.size();
        std::vector<std::vector<EdgeBehind>> edges(count);
        for (CostEdge const& edge : graph_.edges) {
            edges[edge.from].push_back({&edge, edge.to, false});
            if (edge.from != edge.to) edges[edge.to].push_back({&edge, edge.from, true});
        }
        std::vector<Index> known(count, 0);
        std::vector<bool> placed(count, false);
        behind_.resize(count);
        std::vector<std::pair<Index, std::size_t>> heap; // number of ordered neighbours, and the node with its number reversed
        for (std::size_t node = 0; node < count; ++node) heap.emplace_back(0, count - node);
        std::ranges::make_heap(heap);
        while (!heap.empty()) {
            std::ranges::pop_heap(heap);
            std::size_t const node = count - heap.back().second;
            bool const current = heap.back().first == known[node];
            heap.pop_back();
            if (placed[node] || !current) continue;
            placed[node] = true;
            order_.push_back(node);
            for (EdgeBehind const& each : edges[node]) {
                if (placed[each.other]) {
                    behind_[node].push_back(each);
                    continue;
                }
                heap.emplace_back(++known[each.other], count - each.other);
                std::ranges::push_heap(heap);
            }
        }
    }

    /// rest_[i]: lower bound of the cost of the nodes from the i-th on, with their edges to nodes before them.
    void bound_rest() {
        rest_.assign(order_.size() + 1, {});
        for (std::size_t i = order_.size(); i-- > 0;) {
            std::size_t const node = order_[i];
            StrategyWeight least = StrategyWeight::most();
            for (std::size_t strategy = 0; strategy < graph_.nodes[node].costs.size(); ++strategy) {
                StrategyWeight weight{graph_.nodes[node].costs[strategy], 0};
                for (EdgeBehind const& each : behind_[node]) weight += least_edge_weight(each, node, strategy);
                least = std::min(least, weight);
            }
            rest_[i] = rest_[i + 1] + least;
        }
    }

    [[nodiscard]] StrategyWeight least_edge_weight(EdgeBehind const& each, std::size_t node, std::size_t strategy) const {
        std::size_t const columns = graph_.nodes[each.edge->to].costs.size();
        if (each.other == node) return StrategyWeight::of_edge(each.edge->costs[strategy * columns + strategy]);
        Index least = std::numeric_limits<Index>::max();
        for (std::size_t other = 0; other < graph_.nodes[each.other].costs.size(); ++other)
            least = std::min(least, each.edge->costs[each.from_other ? other * columns + strategy : strategy * columns + other]);
        return StrategyWeight::of_edge(least);
    }

    void descend(std::size_t place, StrategyWeight const& so_far) {
        if (place == order_.size()) {
            if (best_ && so_far >= best_weight_) return;
            best_ = StrategyChoice{chosen_, so_far.cost, 0, 0};
            best_weight_ = so_far;
            return;
        }
        std::size_t const node = order_[place];
        std::vector<std::pair<StrategyWeight, std::size_t>> strategies;
        for (std::size_t strategy = 0; strategy < graph_.nodes[node].costs.size(); ++strategy) {
            chosen_[node] = strategy; // for an edge from the node to itself
            StrategyWeight all{graph_.nodes[node].costs[strategy], 0};
            for (EdgeBehind const& each : behind_[node]) all += edge_weight(each, strategy);
            strategies.emplace_back(all, strategy);
        }
        std::ranges::sort(strategies);
        for (auto const& [more, strategy] : strategies) {
            if (best_ && so_far + more + rest_[place + 1] >= best_weight_) return;
            if (effort_ <= (best_ ? 0 : give_up_) || watch_.stopped()) return;
            --effort_;
            if (!memory_.take(node, graph_.nodes[node].usages[strategy])) continue;
            chosen_[node] = strategy;
            descend(place + 1, so_far + more);
            memory_.give_back(node, graph_.nodes[node].usages[strategy]);
        }
    }

    /// Changes single strategies while this makes the best choice cheaper.
    void mend() {
        if (order_.size() > most_mended) return;
        for (bool better = true; better && !watch_.stopped();) {
            better = false;
            for (std::size_t const node : order_)
                for (std::size_t strategy = 0; strategy < graph_.nodes[node].costs.size(); ++strategy) {
                    std::vector<std::size_t> other = best_->strategies;
                    other[node] = strategy;
                    StrategyWeight const weight = strategy_weight(graph_, other);
                    bool const fits =
                        weight < best_weight_ && (!graph_.usage_limit || peak_of(graph_, other) <= *graph_.usage_limit);
                    if (!fits) continue;
                    best_->strategies = std::move(other);
                    best_->cost = weight.cost;
                    best_weight_ = weight;
                    better = true;
                }
        }
    }

    CostGraph const& graph_;
    MemoryOverTime memory_;
    Index effort_;
    Watch const& watch_;
    Index give_up_;                               // value of effort_ at which a search without any choice within the limit ends
    std::vector<std::size_t> order_;              // nodes in the order of decision
    std::vector<std::vector<EdgeBehind>> behind_; // edges of each node to nodes before it (and to itself)
    std::vector<StrategyWeight> rest_;
    std::vector<std::size_t> chosen_;
    std::optional<StrategyChoice> best_;
    StrategyWeight best_weight_;
};

} // namespace

Result<StrategyChoice> best_strategies(CostGraph const& graph, Index effort, Watch const& watch) {
    if (graph.nodes.size() > most_nodes)
        return fail(fmt::format("the graph has {} nodes; at most {} are understood", graph.nodes.size(), most_nodes));
    return StrategySearch(graph, effort, watch).run();
}

Result<std::optional<StrategyChoice>> cheaper_without_limit(CostGraph const& graph, StrategyChoice const& limited, Index effort,
                                                            Watch const& watch) {
    if (!graph.usage_limit) return std::nullopt;
    CostGraph free = graph;
    free.usage_limit.reset();
    auto choice = TRY(best_strategies(free, effort, watch));
    return choice.cost < limited.cost ? std::optional(std::move(choice)) : std::nullopt;
}

} // namespace tessera
