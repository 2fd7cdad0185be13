// SPDX-License-Identifier: BSD-3-Clause
// Tessera: predicted times of algorithms over the length of messages or the number of ranks.
#include "libcore/scene/cost_series.hpp"

#include "libcore/network/cost.hpp"
#include "libcore/network/grid.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <set>

namespace tessera {
namespace {

constexpr double clearly = 0.999; // of another time: smaller differences are no differences

Result<void> check_rates(Machine const& machine) {
    if (machine.has_rates()) return {};
    return fail(machine.lack_of_rates() + "; name another machine");
}

/// The steps of one schedule, which may be stretched.
class Steps {
  public:
    static Result<Steps> of(Schedule const& schedule, Topology const& topology, Placement const& placement,
                            Machine const& machine) {
        auto cost = cost_of(schedule, topology, placement, &machine);
        if (!cost) return forward_error(cost);
        Steps steps;
        for (int step = 0; step < schedule.steps(); ++step) steps.kinds_.push_back(schedule.kind(step));
        steps.costs_ = std::move(cost->steps);
        return steps;
    }

    [[nodiscard]] Result<double> time(double factor, Machine const& machine) const {
        double seconds = 0;
        for (std::size_t step = 0; step < costs_.size(); ++step) {
            auto const cost = stretched(costs_[step], factor, kinds_[step], machine);
            if (!cost) return forward_error(cost);
            seconds += *cost->time + static_cast<double>(cost->volume.copied_bytes) * machine.copy.value_or(0);
        }
        return seconds;
    }

  private:
    std::vector<StepKind> kinds_;
    std::vector<StepCost> costs_;
};

Index longest_of(MessageSet const& messages) {
    if (messages.is_all_to_all()) return messages.size() > 1 ? messages.bytes(0, 1) : 0;
    Index longest = 0;
    messages.for_each([&](int, int, Index bytes) { longest = std::max(longest, bytes); });
    return longest;
}

Result<std::vector<CostPoint>> stretch_to(std::vector<Index> const& sizes, Index longest, Steps const& steps,
                                          Machine const& machine) {
    std::vector<CostPoint> points;
    for (Index const size : sizes) {
        if (longest == 0) {
            points.push_back({static_cast<double>(size), 0.0});
            continue;
        }
        auto const seconds = steps.time(static_cast<double>(size) / static_cast<double>(longest), machine);
        if (!seconds) return forward_error(seconds);
        points.push_back({static_cast<double>(size), *seconds});
    }
    return points;
}

/// One algorithm at all sizes.
Result<std::vector<CostPoint>> points_of(std::string_view algorithm, MessageSet const& messages, std::vector<Index> const& sizes,
                                         Topology const& topology, Placement const& placement, Machine const& machine) {
    auto const schedule = make_schedule(algorithm, messages, mesh_shape(topology));
    if (!schedule) return forward_error(schedule);
    auto const steps = Steps::of(**schedule, topology, placement, machine);
    if (!steps) return forward_error(steps);
    return stretch_to(sizes, longest_of(messages), *steps, machine);
}

constexpr double never = std::numeric_limits<double>::infinity();

/// `never` where the series has no time.
double time_at(CostSeries const& series, double x) {
    auto const found = std::ranges::lower_bound(series.points, x, {}, &CostPoint::x);
    return found == series.points.end() || found->x != x || found->seconds <= 0 ? never : found->seconds;
}

/// The series that is fastest at x: `current` unless another is clearly faster.
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

/// Where the lines of two series cut each other between two x, in logarithms.
std::optional<CostPoint> cut(CostSeries const& a, CostSeries const& b, double x1, double x2) {
    double const a1 = time_at(a, x1);
    double const a2 = time_at(a, x2);
    double const b1 = time_at(b, x1);
    double const b2 = time_at(b, x2);
    if (std::max({a1, a2, b1, b2}) == never) return std::nullopt;
    double const lead = std::log(b1 / a1); // a is faster at x1 by this much,
    double const lag = std::log(a2 / b2);  // and slower at x2 by that
    if (lead < 0 || lag <= 0) return std::nullopt;
    double const share = lead / (lead + lag);
    return CostPoint{x1 * std::pow(x2 / x1, share), a1 * std::pow(a2 / a1, share)};
}

} // namespace

Result<CostSweep> cost_over_size(MessageSet const& messages, std::vector<Index> const& sizes, Topology const& topology,
                                 Placement const& placement, Machine const& machine) {
    if (auto const rates = check_rates(machine); !rates) return forward_error(rates);
    CostSweep sweep;
    if (messages.total_bytes() == 0) return sweep;
    for (AlgorithmInfo const& info : algorithms()) {
        auto points = points_of(info.name, messages, sizes, topology, placement, machine);
        if (points)
            sweep.series.push_back({std::string(info.name), info.unordered, std::move(*points)});
        else
            sweep.refusals.push_back({std::string(info.name), points.error().message});
    }
    return sweep;
}

Result<CostSweep> cost_over_ranks(Index bytes, std::vector<int> const& ranks, Topology const& topology, Machine const& machine) {
    if (auto const rates = check_rates(machine); !rates) return forward_error(rates);
    CostSweep sweep;
    for (AlgorithmInfo const& info : algorithms()) {
        CostSeries series{std::string(info.name), info.unordered, {}};
        std::string refusal;
        for (int const count : ranks) {
            if (count > topology.nodes())
                return fail(fmt::format("{} ranks do not fit the {} nodes of {}", count, topology.nodes(), topology.name()));
            auto const messages = MessageSet::all_to_all(count, bytes);
            if (!messages) return forward_error(messages);
            auto const points = points_of(info.name, *messages, {bytes}, topology, Placement::row_major(count), machine);
            if (points)
                series.points.push_back({static_cast<double>(count), points->front().seconds});
            else
                refusal = points.error().message;
        }
        if (series.points.empty())
            sweep.refusals.push_back({series.name, refusal});
        else
            sweep.series.push_back(std::move(series));
    }
    return sweep;
}

std::vector<Index> doubling_sizes(Index first, Index last) {
    std::vector<Index> sizes;
    for (Index size = first; size <= last; size *= 2) sizes.push_back(size);
    return sizes;
}

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
    double since = 0; // where the best became it
    for (double const x : all) {
        auto const now = fastest(series, x, best);
        if (now != best) {
            // Of two that were equal from the start, the choice was arbitrary.
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
