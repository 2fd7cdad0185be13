// SPDX-License-Identifier: BSD-3-Clause
// Tessera: union of disjoint sets, if the result has a short description.
#include "libcore/sets/disjoint_union.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/sets/run_walk.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace tessera {
namespace {

/// Appends the runs of `set` in the range, relative to the begin of the range.
void append_runs(PeriodicSet const& set, Run range, std::vector<Run>& runs) {
    for (RunWalk walk(set, range.begin); !walk.done() && walk.run().begin < range.end; walk.next())
        runs.push_back({walk.run().begin - range.begin, std::min(walk.run().end, range.end) - range.begin});
}

/// Returns the pattern of `set` on a range that may be larger than its bounds.
PeriodicSet continued(PeriodicSet const& set, Run range) {
    return PeriodicSet::periodic(set.origin(), set.period(), {set.runs().begin(), set.runs().end()}, range);
}

/// Estimates the number of runs of a set within `length` indices. A double, because the number may be very large.
double runs_within(PeriodicSet const& set, Index length) {
    if (set.is_interval()) return 1;
    double const periods = static_cast<double>(std::min(length, set.bounds().size())) / static_cast<double>(set.period());
    return std::max(periods, 1.0) * static_cast<double>(std::ssize(set.runs()));
}

/// Estimates the runs of both sets within `length` indices.
double runs_within(PeriodicSet const& a, PeriodicSet const& b, Index length) {
    return runs_within(a, length) + runs_within(b, length);
}

/// Returns whether all elements of `part` are in `all`. Returns false if the check costs more than `most_runs`.
bool includes(PeriodicSet const& all, PeriodicSet const& part, Index most_runs) {
    Index const period = lcm_up_to(all.period(), part.period(), part.bounds().size());
    return runs_within(all, part, period) <= static_cast<double>(most_runs) && intersection(all, part).count() == part.count();
}

} // namespace

std::optional<PeriodicSet> disjoint_union(PeriodicSet const& a, PeriodicSet const& b, Index most_runs) {
    if (a.empty()) return b;
    if (b.empty()) return a;
    Run const range{std::min(a.bounds().begin, b.bounds().begin), std::max(a.bounds().end, b.bounds().end)};
    auto const all_a = continued(a, range);
    Index const count = a.count() + b.count();
    if (all_a.count() == count && includes(all_a, b, most_runs)) return all_a;
    auto const all_b = continued(b, range);
    if (all_b.count() == count && includes(all_b, a, most_runs)) return all_b;
    bool const repeats = all_a.count() == a.count() && all_b.count() == b.count();
    Index const period = repeats ? lcm_up_to(a.period(), b.period(), range.size()) : range.size();
    if (runs_within(a, b, period) > static_cast<double>(most_runs)) return std::nullopt;
    std::vector<Run> runs;
    append_runs(a, {range.begin, range.begin + period}, runs);
    auto const middle = std::ssize(runs);
    append_runs(b, {range.begin, range.begin + period}, runs);
    std::ranges::inplace_merge(runs, runs.begin() + middle, {}, &Run::begin);
    return PeriodicSet::periodic(range.begin, period, std::move(runs), range);
}

} // namespace tessera
