// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cheapest way from one layout of an array to another, straight or by way of others.
#include "libcore/advise/remap_ways.hpp"

#include "libcore/program/phase_cost.hpp"

#include <algorithm>
#include <limits>
#include <queue>

namespace tessera {
namespace {

constexpr double no_way = std::numeric_limits<double>::infinity();
constexpr double better = 1 - 1e-9; // more than rounding

/// A way that has come to a layout from the one before it; `priced`: the last step by its price, else by its bound.
struct OpenWay {
    double least = 0;  ///< seconds to the layout, by the bound of the last step where it is not priced
    double so_far = 0; ///< to the layout where it is priced, else to the one before
    std::size_t at = 0;
    std::size_t before = 0;
    bool priced = false;
    friend bool operator<(OpenWay const& a, OpenWay const& b) { return a.least > b.least; } // the least is on top of a queue
};

} // namespace

RemapWays::RemapWays(PriceList& prices, std::vector<Mapping> const& layouts, std::optional<Index> room)
    : prices_(prices), layouts_(layouts), room_(room) {
    for (Mapping const& layout : layouts) sizes_.push_back(memory_of(layout));
}

/// Of one step.
Result<double> RemapWays::seconds(std::size_t from, std::size_t to) {
    if (from == to) return 0.0;
    auto const price = prices_.remap(layouts_[from], layouts_[to]);
    if (!price) return forward_error(price);
    return price->seconds.value_or(0);
}

/// All ways are followed until they take as long as the best, the most promising first.
Result<std::optional<RemapWay>> RemapWays::cheapest(std::size_t from, std::size_t to, double limit) {
    double best = no_way;
    if (fits(from, to)) {
        auto const straight = seconds(from, to);
        if (!straight) return forward_error(straight);
        best = *straight;
    }
    std::vector<double> reached(layouts_.size(), no_way);
    std::vector<std::size_t> before(layouts_.size(), from);
    bool detour = false;
    std::priority_queue<OpenWay> open;
    open.push({0, 0, from, from, true});
    while (!open.empty() && prices_.effort() < limit) {
        OpenWay way = open.top();
        open.pop();
        if (way.least >= best * better) break;
        if (!way.priced) {
            auto const step = seconds(way.before, way.at);
            if (!step) return forward_error(step);
            way.so_far += *step;
            way.least = way.so_far;
            way.priced = true;
            open.push(way);
            continue;
        }
        if (way.so_far >= reached[way.at]) continue;
        reached[way.at] = way.so_far;
        before[way.at] = way.before;
        if (way.at == to) {
            best = way.so_far;
            detour = way.before != from;
            continue;
        }
        for (std::size_t next = 0; next < layouts_.size(); ++next) {
            if (next == way.at || next == from || !fits(way.at, next)) continue;
            auto const step = prices_.remap(layouts_[way.at], layouts_[next], Pricing::Least);
            if (!step) return forward_error(step);
            open.push({way.so_far + step->seconds.value_or(0), way.so_far, next, way.at, false});
        }
    }
    if (best == no_way) return std::optional<RemapWay>{};
    RemapWay found{{}, best};
    for (std::size_t at = to; detour && before[at] != from; at = before[at]) found.stops.push_back(before[at]);
    std::ranges::reverse(found.stops);
    return std::optional(std::move(found));
}

} // namespace tessera
