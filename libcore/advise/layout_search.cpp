// SPDX-License-Identifier: BSD-3-Clause
// Tessera: search for the cheapest layouts of some arrays over all phases.
#include "libcore/advise/layout_search.hpp"

#include "libcore/base/try.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace tessera {
namespace {

constexpr double no_time = std::numeric_limits<double>::infinity();

/// Relative difference of two sums of the same weights in different orders.
constexpr double rounding_of_sums = 1e-9;

} // namespace

double LayoutSearch::static_seconds(std::size_t tuple) const {
    double seconds = 0;
    for (std::size_t phase = 0; phase < program_.phases().size(); ++phase)
        seconds += weights_.phase(phase, tuple).cost * program_.phases()[phase].times;
    return seconds;
}

Result<std::optional<FoundLayout>> LayoutSearch::best_static(std::vector<std::size_t> const& without) {
    std::size_t const phases = program_.phases().size();
    for (;;) {
        if (watch_.stopped()) return stopped_error();
        std::size_t best = 0;
        double least = no_time;
        for (std::size_t tuple = 0; tuple < weights_.tuples().size(); ++tuple) {
            if (std::ranges::find(without, tuple) != without.end()) continue;
            if (double const seconds = static_seconds(tuple); seconds < least * (1 - rounding_of_sums)) {
                best = tuple;
                least = seconds;
            }
        }
        if (std::isinf(least)) return std::optional<FoundLayout>{};
        int prices = 0;
        for (std::size_t phase = 0; phase < phases; ++phase) {
            auto const settled = TRY(weights_.settle_phase(phase, best));
            prices += settled;
        }
        if (prices > 0 && !is_exhausted()) continue;
        least = static_seconds(best);
        return std::optional(FoundLayout{std::vector(phases, best), least, least});
    }
}

/// Excludes a tuple from a phase if it costs more, with the least of all other phases, than a choice that is known and allowed.
Result<void> LayoutSearch::prune(std::optional<Ban> const& ban) {
    std::size_t const phases = program_.phases().size();
    std::size_t const tuples = weights_.tuples().size();
    std::vector<std::size_t> banned;
    for (std::size_t tuple = 0; tuple < tuples; ++tuple)
        if (ban && is_banned(ban, ban->phase, tuple)) banned.push_back(tuple);
    auto const staying = TRY(best_static(banned));
    std::vector<std::vector<double>> costs(phases);
    double sum = 0;
    std::vector<double> least(phases, no_time);
    for (std::size_t phase = 0; phase < phases; ++phase) {
        for (std::size_t tuple = 0; tuple < tuples; ++tuple)
            costs[phase].push_back(weights_.phase(phase, tuple).cost * program_.phases()[phase].times);
        least[phase] = *std::ranges::min_element(costs[phase]);
        sum += least[phase];
    }
    allowed_.assign(phases, std::vector(tuples, false));
    std::vector<std::set<std::size_t>> left(phases);
    double const most = (staying ? staying->seconds : no_time) * (1 + rounding_of_sums);
    for (std::size_t phase = 0; phase < phases; ++phase)
        for (std::size_t tuple = 0; tuple < tuples; ++tuple) {
            if (std::isinf(costs[phase][tuple]) || sum - least[phase] + costs[phase][tuple] > most) continue;
            allowed_[phase][tuple] = true;
            left[phase].insert(tuple);
        }
    std::set<std::size_t> live;
    for (auto const& each : left) live.insert(each.begin(), each.end());
    live_.assign(live.begin(), live.end());
    for (PhaseChange const& change : changes()) {
        if (watch_.stopped()) return stopped_error();
        TRY(weights_.bound_remaps(left[change.from], left[change.to], change));
    }
    return {};
}

/// Returns the weights of remaps between the layouts of the graph; forbidden if no change needs the remap.
WeightTable LayoutSearch::remap_table(PhaseChange const& change, Remaps remaps, double share) const {
    WeightTable table(live_.size(), live_.size());
    for (std::size_t from = 0; from < live_.size(); ++from)
        for (std::size_t to = 0; to < live_.size(); ++to) {
            LayoutMoves::Known const* const known = weights_.remap(live_[from], live_[to], change);
            if (known == nullptr) continue;
            LayoutWeight& weight = table.at(from, to) = known->weight;
            if (remaps != Remaps::Found) weight.cost = remaps == Remaps::Bound ? known->bound : known->least;
            weight.cost *= share;
        }
    return table;
}

PhaseGraph LayoutSearch::graph(std::optional<Ban> const& ban, Remaps remaps, double share) const {
    std::size_t const phases = program_.phases().size();
    std::vector<PhaseChange const*> kinds; // one change that represents each table
    std::vector<WeightTable> weights;
    std::vector<std::size_t> tables; // table of each change
    for (PhaseChange const& change : changes()) {
        auto const same = std::ranges::find_if(kinds, [&](auto const* other) { return weights_.same_remaps(change, *other); });
        tables.push_back(as_size(same - kinds.begin()));
        if (same != kinds.end()) continue;
        kinds.push_back(&change);
        weights.push_back(remap_table(change, remaps, share));
    }
    PhaseGraph graph = graph_of(program_, std::move(weights), tables);
    graph.phases = WeightTable(phases, live_.size());
    for (std::size_t phase = 0; phase < phases; ++phase)
        for (std::size_t layout = 0; layout < live_.size(); ++layout) {
            std::size_t const tuple = live_[layout];
            if (allowed_[phase][tuple] && !is_banned(ban, phase, tuple))
                graph.phases.at(phase, layout) = weights_.phase(phase, tuple) * program_.phases()[phase].times;
        }
    return graph;
}

double LayoutSearch::bound(double share_of_remaps) const {
    return best_choice(graph(std::nullopt, Remaps::Least, share_of_remaps))->weight.cost;
}

Result<int> LayoutSearch::settle(std::vector<std::size_t> const& tuples) {
    int prices = 0;
    for (std::size_t phase = 0; phase < tuples.size(); ++phase) {
        auto const settled = weights_.settle_phase(phase, tuples[phase]);
        if (!settled) return settled;
        prices += *settled;
    }
    for (PhaseChange const& change : changes()) {
        auto const settled = weights_.settle_remap(tuples[change.from], tuples[change.to], change, limit_);
        if (!settled) return settled;
        prices += *settled;
    }
    return prices;
}

/// `by_choice`: cost of the best choice by all that is known. If cheaper ways may have been missed, their lower bounds are used
/// instead.
FoundLayout LayoutSearch::with_bound(FoundLayout found, std::optional<Ban> const& ban, double by_choice) const {
    double const bound = weights_.is_inexact() ? best_choice(graph(ban, Remaps::Bound))->weight.cost : by_choice;
    found.bound = std::min(bound, found.seconds);
    return found;
}

Result<std::optional<FoundLayout>> LayoutSearch::best(std::optional<Ban> const& ban) {
    TRY(prune(ban));
    std::optional<FoundLayout> found;
    for (;;) {
        if (watch_.stopped()) return stopped_error();
        auto const choice = best_choice(graph(ban));
        if (!choice) return found;
        double const cost = choice->weight.cost;
        bool const done = found && cost >= found->seconds * (1 - rounding_of_sums);
        if (done || (found && is_exhausted())) return std::optional(with_bound(*std::move(found), ban, cost));
        std::vector<std::size_t> tuples;
        for (std::size_t const layout : choice->layouts) tuples.push_back(live_[layout]);
        auto const prices = TRY(settle(tuples));
        double const seconds = prices == 0 ? cost : weight_of(graph(ban), choice->layouts).cost;
        bool const better = seconds < (found ? found->seconds * (1 - rounding_of_sums) : no_time);
        // If two known choices cost the same, the search prefers the one with fewer remaps.
        if (better || prices == 0) found = FoundLayout{tuples, seconds, seconds};
        if (prices == 0) return std::optional(with_bound(*std::move(found), ban, cost));
    }
}

} // namespace tessera
