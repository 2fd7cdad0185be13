// SPDX-License-Identifier: BSD-3-Clause
// Tessera: groups of equally fast algorithms, and the points where the fastest algorithm changes.
#include "libcore/scene/program/crossovers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

namespace tessera {
namespace {

constexpr double clearly = 0.999; // ratio of times; smaller differences do not count

constexpr double never = std::numeric_limits<double>::infinity();

/// Returns the time of a series at x, or `never` if it has none.
double time_at(CostSeries const& series, double x) {
    auto const found = std::ranges::lower_bound(series.points, x, {}, &CostPoint::x);
    return found == series.points.end() || found->x != x || found->seconds <= 0 ? never : found->seconds;
}

/// Returns the series that is fastest at x. `current` stays unless another is clearly faster.
std::optional<std::size_t> fastest(std::vector<CostSeries> const& series, double x, std::optional<std::size_t> current) {
    double least = current ? time_at(series[*current], x) : never;
    std::optional<std::size_t> best = least < never ? current : std::nullopt;
    for (std::size_t i = 0; i < series.size(); ++i) {
        double const time = series[i].at_least ? never : time_at(series[i], x);
        if (time == never || time >= clearly * least) continue;
        least = time;
        best = i;
    }
    return best;
}

/// Returns the intersection of two series between two x, on logarithmic axes.
std::optional<CostPoint> cut(CostSeries const& a, CostSeries const& b, double x1, double x2) {
    double const a1 = time_at(a, x1);
    double const a2 = time_at(a, x2);
    double const b1 = time_at(b, x1);
    double const b2 = time_at(b, x2);
    if (std::max({a1, a2, b1, b2}) == never) return std::nullopt;
    double const lead = std::log(b1 / a1); // lead of a at x1, as a logarithm
    double const lag = std::log(a2 / b2);  // lag of a at x2, as a logarithm
    if (lead < 0 || lag <= 0) return std::nullopt;
    double const share = lead / (lead + lag);
    return CostPoint{x1 * std::pow(x2 / x1, share), a1 * std::pow(a2 / a1, share)};
}

} // namespace

std::vector<std::vector<std::size_t>> equal_series(std::vector<CostSeries> const& series) {
    auto const alike = [](CostPoint const& a, CostPoint const& b) {
        return a.x == b.x && a.seconds >= clearly * b.seconds && b.seconds >= clearly * a.seconds;
    };
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < series.size(); ++i) {
        auto const group = std::ranges::find_if(groups, [&](auto const& members) {
            CostSeries const& first = series[members.front()];
            return first.at_least == series[i].at_least && std::ranges::equal(first.points, series[i].points, alike);
        });
        if (group == groups.end())
            groups.push_back({i});
        else
            group->push_back(i);
    }
    return groups;
}

std::vector<Crossover> crossovers(std::vector<CostSeries> const& series) {
    std::set<double> all;
    for (CostSeries const& each : series)
        for (CostPoint const& point : each.points) all.insert(point.x);
    std::vector<Crossover> found;
    std::optional<std::size_t> best;
    double before = 0;
    double since = 0; // x from which `best` was the fastest
    for (double const x : all) {
        auto const now = fastest(series, x, best);
        if (now != best) {
            // If two series were equal from the start, the choice was arbitrary, so this is no crossover.
            bool const tied = best && now && since == before && time_at(series[*now], before) <= time_at(series[*best], before);
            auto const at = best && now && !tied ? cut(series[*best], series[*now], before, x) : std::nullopt;
            if (at) found.push_back({*at, *best, *now});
            since = x;
        }
        best = now;
        before = x;
    }
    return found;
}

} // namespace tessera
