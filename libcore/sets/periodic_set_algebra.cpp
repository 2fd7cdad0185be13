// SPDX-License-Identifier: BSD-3-Clause
// Tessera: equality, intersection and complement of index sets.
#include "libcore/base/arithmetic.hpp"
#include "libcore/sets/periodic_set.hpp"
#include "libcore/sets/run_walk.hpp"

#include <algorithm>

namespace tessera {

namespace {

/// Returns the runs of `set` in the range, relative to the begin of the range.
std::vector<Run> runs_in(PeriodicSet const& set, Run range) {
    std::vector<Run> runs;
    for (RunWalk walk(set, range.begin); !walk.done() && walk.run().begin < range.end; walk.next())
        runs.push_back({walk.run().begin - range.begin, std::min(walk.run().end, range.end) - range.begin});
    return runs;
}

/// Returns the common runs in the range, relative to its begin. Each walk skips the indices that the other does not reach.
std::vector<Run> common_runs(PeriodicSet const& set_a, PeriodicSet const& set_b, Run range) {
    std::vector<Run> runs;
    RunWalk a(set_a, range.begin);
    RunWalk b(set_b, range.begin);
    while (!a.done() && !b.done()) {
        Run const both = intersection(a.run(), b.run());
        if (both.begin >= range.end) break;
        if (!both.empty()) runs.push_back({both.begin - range.begin, std::min(both.end, range.end) - range.begin});
        // The run that ends first overlaps nothing more. Its walk continues at the begin of the other run.
        bool const a_first = a.run().end < b.run().end;
        (a_first ? a : b).next();
        if (a.done() || b.done()) break;
        (a_first ? a : b).seek((a_first ? b : a).run().begin);
    }
    return runs;
}

} // namespace

bool operator==(PeriodicSet const& a, PeriodicSet const& b) {
    if (a.count_ != b.count_ || a.clip_ != b.clip_) return false;
    if (a.is_interval()) return true;
    // Words of periods p and q that agree on p + q letters agree everywhere (Fine and Wilf), so comparing p + q indices is enough.
    Index const size = a.clip_.size();
    Index const window = a.period_ >= size - std::min(size, b.period_) ? size : a.period_ + b.period_;
    Index const end = a.clip_.begin + window;
    RunWalk walk_a(a), walk_b(b);
    for (; !walk_a.done() && walk_a.run().begin < end; walk_a.next(), walk_b.next())
        if (walk_b.done() || walk_a.run() != walk_b.run()) return false;
    return true;
}

PeriodicSet intersection(PeriodicSet const& a, PeriodicSet const& b) {
    Run const range = intersection(a.bounds(), b.bounds());
    if (range.empty()) return {};
    if (a.is_interval()) return b.clipped(range);
    if (b.is_interval()) return a.clipped(range);
    Index const period = lcm_up_to(a.period(), b.period(), range.size());
    return PeriodicSet::periodic(range.begin, period, common_runs(a, b, {range.begin, range.begin + period}), range);
}

PeriodicSet PeriodicSet::complement(Run range) const {
    auto const part = clipped(range);
    if (part.empty()) return interval(range);
    bool const repeats = part.repeated(range).count() == part.count();
    Index const period = repeats ? std::min(part.period_, range.size()) : range.size();
    std::vector<Run> gaps;
    Index x = 0;
    for (Run const run : runs_in(part, {range.begin, range.begin + period})) {
        gaps.push_back({x, run.begin});
        x = run.end;
    }
    gaps.push_back({x, period});
    return periodic(range.begin, period, std::move(gaps), range);
}

} // namespace tessera
