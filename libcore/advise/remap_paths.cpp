// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cheapest way of arrays from some layouts to others, directly or through intermediate layouts.
#include "libcore/advise/remap_paths.hpp"

#include "libcore/base/try.hpp"
#include "libcore/program/phase_cost.hpp"

#include <algorithm>
#include <limits>
#include <queue>
#include <utility>

namespace tessera {
namespace {

constexpr double no_way = std::numeric_limits<double>::infinity();
constexpr double better = 1 - 1e-9; // differs by more than rounding

} // namespace

/// A way that reaches a node from the previous one. `priced`: the cost of the last step is a price, else a bound.
struct RemapPaths::OpenPath {
    double least = 0;  ///< in seconds: lower bound of all ways to the target that continue this one
    double so_far = 0; ///< in seconds: cost to this node if the last step is priced, else to the previous node
    std::size_t at = 0;
    std::size_t before = 0;
    bool priced = false;
    friend bool operator<(OpenPath const& a, OpenPath const& b) { return a.least > b.least; } // the queue has the least on top
};

/// A* search (Hart, Nilsson and Raphael 1968): follows all ways, the most promising first, until they cost at least as much as the
/// best.
struct RemapPaths::Search {
    std::size_t from = 0;
    std::size_t to = 0;
    double best = no_way; // in seconds: cost of the best way so far
    bool detour = false;  // the best way has stops
    std::vector<double> reached;
    std::vector<std::size_t> before;
    std::vector<double> ahead; // in seconds: lower bound from each node to the target; negative: not yet computed
    std::priority_queue<OpenPath> open;

    [[nodiscard]] double least() const { return open.empty() ? best : std::min(best, open.top().least); }
};

RemapPaths::RemapPaths(PriceList& prices, std::vector<std::span<Mapping const>> layouts, RemapMemory room)
    : prices_(prices), layouts_(std::move(layouts)), room_(room) {
    for (auto const& each : layouts_) {
        nodes_ *= each.size();
        auto& numbers = numbers_.emplace_back();
        for (Mapping const& layout : each) numbers.push_back(prices_.number_of(layout));
        if (is_roomy()) continue;
        auto& sizes = sizes_.emplace_back();
        for (Mapping const& layout : each) sizes.push_back(memory_of(layout));
    }
}

LayoutTuple RemapPaths::tuple_of(std::size_t node) const {
    LayoutTuple tuple;
    for (auto const& each : layouts_) {
        tuple.push_back(node % each.size());
        node /= each.size();
    }
    return tuple;
}

std::size_t RemapPaths::node_of(LayoutTuple const& tuple) const {
    std::size_t node = 0;
    for (std::size_t array = tuple.size(); array-- > 0;) node = node * layouts_[array].size() + tuple[array];
    return node;
}

bool RemapPaths::fits(std::size_t from, std::size_t to, bool first) const {
    if (is_roomy()) return true;
    LayoutTuple const before = tuple_of(from);
    LayoutTuple const behind = tuple_of(to);
    Index bytes = 0;
    for (std::size_t array = 0; array < before.size(); ++array) {
        bytes += sizes_[array][before[array]];
        if (before[array] != behind[array]) bytes += sizes_[array][behind[array]];
    }
    return bytes <= (first ? room_.first : room_.later);
}

std::vector<MovingArray> RemapPaths::moving(std::size_t from, std::size_t to) const {
    std::vector<MovingArray> arrays;
    for (std::size_t array = 0; array < layouts_.size(); ++array) {
        auto const& layouts = layouts_[array];
        auto const& numbers = numbers_[array];
        std::size_t const before = from % layouts.size();
        std::size_t const behind = to % layouts.size();
        if (before != behind) arrays.push_back({&layouts[before], &layouts[behind], numbers[before], numbers[behind]});
        from /= layouts.size();
        to /= layouts.size();
    }
    return arrays;
}

/// Returns the price of one step.
Result<Price> RemapPaths::price(std::size_t from, std::size_t to, Pricing pricing) {
    return prices_.remap(moving(from, to), pricing);
}

Result<double> RemapPaths::ahead(Search& search, std::size_t node) {
    double& known = search.ahead[node];
    if (known >= 0) return known;
    auto const least = TRY(prices_.least_of_ways(moving(node, search.to)));
    known = least.seconds.value_or(0);
    return known;
}

Result<void> RemapPaths::open_steps(Search& search, OpenPath const& way) {
    for (std::size_t next = 0; next < nodes_; ++next) {
        bool const first = way.at == search.from;
        if (next == way.at || next == search.from || !fits(way.at, next, first)) continue;
        auto const left = TRY(ahead(search, next));
        if (way.so_far + left >= search.best * better) continue;
        auto const step = TRY(price(way.at, next, Pricing::Least));
        double const least = way.so_far + step.seconds.value_or(0) + left;
        if (least < search.best * better) search.open.push({least, way.so_far, next, way.at, false});
    }
    return {};
}

Result<void> RemapPaths::follow(Search& search, double limit) {
    search.open.push({0, 0, search.from, search.from, true});
    while (search.least() < search.best * better && prices_.effort() < limit) {
        OpenPath way = search.open.top();
        search.open.pop();
        if (!way.priced) {
            auto const step = TRY(price(way.before, way.at, Pricing::Full));
            way.so_far += step.seconds.value_or(0);
            way.least = way.so_far + search.ahead[way.at];
            way.priced = true;
            search.open.push(way);
            continue;
        }
        if (way.so_far >= search.reached[way.at]) continue;
        search.reached[way.at] = way.so_far;
        search.before[way.at] = way.before;
        if (way.at != search.to) {
            if (auto const opened = open_steps(search, way); !opened) return opened;
            continue;
        }
        search.best = way.so_far;
        search.detour = way.before != search.from;
    }
    return {};
}

/// Returns the steps of the way, each priced.
Result<RemapPath> RemapPaths::way_of(Search const& search) {
    RemapPath found;
    for (std::size_t at = search.to; search.detour && search.before[at] != search.from; at = search.before[at])
        found.stops.push_back(tuple_of(search.before[at]));
    std::ranges::reverse(found.stops);
    std::size_t at = search.from;
    for (std::size_t step = 0; step <= found.stops.size(); ++step) {
        std::size_t const next = step < found.stops.size() ? node_of(found.stops[step]) : search.to;
        auto const moved = TRY(price(at, next, Pricing::Full));
        found.price += moved;
        found.remaps += as_size(moved.messages > 0 ? 1 : 0);
        at = next;
    }
    found.least = search.least() < search.best * better ? search.least() : found.price.seconds.value_or(0);
    return found;
}

Result<std::optional<RemapPath>> RemapPaths::cheapest(LayoutTuple const& from, LayoutTuple const& to, double limit) {
    Search search{.from = node_of(from), .to = node_of(to), .reached = {}, .before = {}, .ahead = {}, .open = {}};
    if (fits(search.from, search.to, true)) {
        auto const straight = TRY(price(search.from, search.to, Pricing::Full));
        search.best = straight.seconds.value_or(0);
    }
    search.reached.assign(nodes_, no_way);
    search.before.assign(nodes_, search.from);
    search.ahead.assign(nodes_, -1);
    TRY(follow(search, limit));
    if (search.best == no_way) return std::optional<RemapPath>{};
    return std::optional(TRY(way_of(search)));
}

} // namespace tessera
