// SPDX-License-Identifier: BSD-3-Clause
// Tessera: predicted times of all algorithms over the length of messages or the number of ranks.
#include "libcore/pipeline/cost_sweep.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/pipeline/sited_schedule.hpp"
#include "libcore/schedule/algorithm.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera {
namespace {

Result<void> check_rates(Site const& site) {
    if (!site.machine) return fail("predicted times need the rates of a machine (--machine FILE)");
    if (site.machine->has_rates()) return {};
    return fail(site.machine->lack_of_rates() + "; name another machine");
}

/// The steps of one schedule, whose messages can be scaled.
class Steps {
  public:
    static Result<Steps> of(std::string_view algorithm, MessageSet const& messages, Site const& site, Watch const& watch) {
        auto const sited = TRY(schedule_on(site, messages, algorithm, watch));
        auto cost = TRY(cost_of(*sited.schedule, site, watch));
        Steps steps;
        for (int step = 0; step < sited.schedule->steps(); ++step) steps.kinds_.push_back(sited.schedule->kind(step));
        steps.costs_ = std::move(cost.steps);
        return steps;
    }

    [[nodiscard]] Result<double> time(double factor, Machine const& machine) const {
        double seconds = 0;
        for (std::size_t step = 0; step < costs_.size(); ++step) {
            StepCost const cost = stretched(costs_[step], factor, kinds_[step], machine);
            if (cost.lack != nullptr) return fail(lack_of_rate(machine, cost));
            seconds += *cost.time + static_cast<double>(cost.volume.copied_bytes) * machine.copy.value_or(0);
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

/// Returns the times of one algorithm for all sizes.
Result<std::vector<CostPoint>> points_of(std::string_view algorithm, MessageSet const& messages, std::vector<Index> const& sizes,
                                         Site const& site, Watch const& watch) {
    auto const steps = TRY(Steps::of(algorithm, messages, site, watch.silent()));
    Index const longest = longest_of(messages);
    std::vector<CostPoint> points;
    for (Index const size : sizes) {
        if (watch.stopped()) return stopped_error();
        double const factor = longest > 0 ? static_cast<double>(size) / static_cast<double>(longest) : 1;
        auto const seconds = TRY(steps.time(factor, *site.machine));
        points.push_back({static_cast<double>(size), seconds});
    }
    return points;
}

/// An all-to-all among some ranks of a site.
struct Exchange {
    MessageSet messages;
    Site site;
};

Result<std::vector<Exchange>> exchanges_of(Index bytes, std::vector<int> const& ranks, Site const& site) {
    std::vector<Exchange> exchanges;
    for (int const count : ranks) {
        if (count > site.topology->nodes())
            return fail(fmt::format("{} do not fit the {} of {}", counted(count, "rank"), counted(site.topology->nodes(), "node"),
                                    site.topology->name()));
        auto messages = TRY(MessageSet::all_to_all(count, bytes));
        Site among = site;
        among.placement = Placement::row_major(count);
        exchanges.push_back({std::move(messages), std::move(among)});
    }
    return exchanges;
}

/// `points_of(name)` returns the points of an algorithm, or the reason why it has none.
template <class PointsOf>
Result<CostSweep> sweep_of(Watch const& watch, PointsOf const& points_of) {
    CostSweep sweep;
    Index done = 0;
    for (AlgorithmInfo const& info : algorithms()) {
        Result<std::vector<CostPoint>> points = points_of(info.name);
        if (watch.stopped()) return stopped_error();
        if (points)
            sweep.series.push_back({std::string(info.name), info.unordered, *std::move(points)});
        else
            sweep.refusals.push_back({std::string(info.name), points.error().message});
        watch.report(++done, std::ssize(algorithms()));
    }
    return sweep;
}

} // namespace

Result<CostSweep> cost_over_size(MessageSet const& messages, std::vector<Index> const& sizes, Site const& site,
                                 Watch const& watch) {
    TRY(check_rates(site));
    if (messages.messages() == 0) return CostSweep{};
    MessageSet const scaled = messages.total_bytes() > 0 ? messages : TRY(MessageSet::all_to_all(messages.size(), 1));
    return sweep_of(watch, [&](std::string_view name) { return points_of(name, scaled, sizes, site, watch); });
}

Result<CostSweep> cost_over_ranks(Index bytes, std::vector<int> const& ranks, Site const& site, Watch const& watch) {
    TRY(check_rates(site));
    auto const exchanges = TRY(exchanges_of(bytes, ranks, site));
    return sweep_of(watch, [&](std::string_view name) -> Result<std::vector<CostPoint>> {
        std::vector<CostPoint> all;
        Error refusal;
        for (Exchange const& exchange : exchanges) {
            auto const points = points_of(name, exchange.messages, {bytes}, exchange.site, watch);
            if (points)
                all.push_back({static_cast<double>(exchange.messages.size()), points->front().seconds});
            else
                refusal = points.error();
        }
        return all.empty() ? Result<std::vector<CostPoint>>(tl::unexpected(refusal)) : all;
    });
}

std::vector<Index> doubling_sizes(Index first, Index last) {
    std::vector<Index> sizes;
    for (Index size = first; size <= last; size *= 2) sizes.push_back(size);
    return sizes;
}

} // namespace tessera
