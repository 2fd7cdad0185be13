// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the canonical one-dimensional index set: representation and queries.
#include "libcore/sets/periodic_set.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/require.hpp"
#include "libcore/sets/run_walk.hpp"

#include <algorithm>

namespace tessera {

namespace {

/// Drops empty runs and joins touching ones. Precondition: the runs are ascending and disjoint.
std::vector<Run> joined(std::vector<Run> runs) {
    std::size_t kept = 0;
    for (Run const run : runs) {
        if (run.empty()) continue;
        require(kept == 0 || runs[kept - 1].end <= run.begin, "PeriodicSet expects runs that ascend and do not overlap");
        if (kept > 0 && runs[kept - 1].end == run.begin)
            runs[kept - 1].end = run.end;
        else
            runs[kept++] = run;
    }
    runs.resize(kept);
    return runs;
}

/// Rotates the period so that it begins at the start of a maximal run. Returns the shift of the origin (it may be negative).
/// Precondition: the runs are joined, not empty, and not the whole period.
Index rotate_to_run(std::vector<Run>& runs, Index period) {
    Index start = runs.front().begin;
    if (start == 0 && runs.back().end == period) {
        start = runs.back().begin - period;
        runs.front().begin = start;
        runs.pop_back();
    }
    for (Run& run : runs) run = {run.begin - start, run.end - start};
    return start;
}

/// Reduces the period to its smallest repeating part, keeps the runs of that part, and returns the new period. Cost: the runs.
/// Precondition: rotated. Uses the prefix function of Knuth, Morris and Pratt over (length, distance to the next run).
Index reduce_period(std::vector<Run>& runs, Index period) {
    std::size_t const n = runs.size();
    if (n == 1) return period;
    auto const letter = [&](std::size_t i) {
        return std::pair(runs[i].size(), (i + 1 < n ? runs[i + 1].begin : period) - runs[i].begin);
    };
    std::vector<std::size_t> border(n, 0);
    for (std::size_t i = 1; i < n; ++i) {
        std::size_t length = border[i - 1];
        while (length > 0 && letter(i) != letter(length)) length = border[length - 1];
        border[i] = letter(i) == letter(length) ? length + 1 : 0;
    }
    std::size_t const part = n - border[n - 1];
    if (part == n || n % part != 0) return period;
    period = runs[part].begin;
    runs.resize(part);
    return period;
}

} // namespace

std::shared_ptr<PeriodicSet::Pattern const> PeriodicSet::pattern_of(std::vector<Run> runs) {
    Pattern pattern{std::move(runs), {0}};
    pattern.before.reserve(pattern.runs.size() + 1);
    for (Run const run : pattern.runs) pattern.before.push_back(pattern.before.back() + run.size());
    return std::make_shared<Pattern const>(std::move(pattern));
}

std::shared_ptr<PeriodicSet::Pattern const> const& PeriodicSet::unit_pattern() {
    static auto const unit = pattern_of({{0, 1}});
    return unit;
}

PeriodicSet PeriodicSet::within(std::shared_ptr<Pattern const> pattern, Index origin, Index period, Run range) {
    if (range.empty()) return {};
    PeriodicSet set;
    set.pattern_ = std::move(pattern);
    set.period_ = period;
    set.origin_ = range.begin - floor_mod(range.begin - origin, period);
    Index const first = set.rank(range.begin);
    Index const last = set.rank(range.end);
    if (first == last) return {};
    set.clip_ = {set.select(first), set.select(last - 1) + 1};
    set.count_ = last - first;
    if (set.is_interval()) return interval(set.clip_);
    set.origin_ = set.clip_.begin - floor_mod(set.clip_.begin - set.origin_, period);
    return set;
}

PeriodicSet PeriodicSet::interval(Run run) {
    if (run.empty()) return {};
    PeriodicSet set;
    set.pattern_ = unit_pattern();
    set.origin_ = run.begin;
    set.clip_ = run;
    set.count_ = run.size();
    return set;
}

PeriodicSet PeriodicSet::of_runs(std::vector<Run> runs) {
    std::erase_if(runs, [](Run run) { return run.empty(); });
    std::ranges::sort(runs, {}, &Run::begin);
    runs = joined(std::move(runs));
    if (runs.empty()) return {};
    Run const clip{runs.front().begin, runs.back().end};
    for (Run& run : runs) run = {run.begin - clip.begin, run.end - clip.begin};
    // The period is one more than the extent, so that the last run does not touch the first run of the next period.
    return within(pattern_of(std::move(runs)), clip.begin, clip.size() + 1, clip);
}

PeriodicSet PeriodicSet::periodic(Index origin, Index period, std::vector<Run> runs, Run clip) {
    require(1 <= period && period <= max_extent + 1 && clip.size() <= max_extent,
            "PeriodicSet::periodic expects a period of 1 or more; the period and the clip stay within max_extent");
    runs = joined(std::move(runs));
    if (runs.empty()) return {};
    require(runs.front().begin >= 0 && runs.back().end <= period, "PeriodicSet::periodic expects runs within the period");
    if (runs.front().size() == period) return interval(clip);
    origin += rotate_to_run(runs, period);
    period = reduce_period(runs, period);
    auto const set = within(pattern_of(std::move(runs)), origin, period, clip);
    if (set.empty() || set.is_interval() || period < set.clip_.size()) return set;
    std::vector<Run> list;
    for (RunWalk walk(set); !walk.done(); walk.next()) list.push_back(walk.run());
    return of_runs(std::move(list));
}

PeriodicSet PeriodicSet::of_falls(Falls const& falls) {
    if (falls.n <= 0) return {};
    Run const clip{falls.l, falls.l + (falls.n - 1) * falls.s + falls.length()};
    if (falls.n == 1) return interval(clip);
    return periodic(falls.l, falls.s, {{0, falls.length()}}, clip);
}

Index PeriodicSet::run_count() const {
    if (empty() || is_interval()) return empty() ? 0 : 1;
    // Both ends of the clip are elements: count the runs from the one with the first element to the one with the last.
    auto const number = [this](Index x) {
        Index const phase = x - origin_;
        return phase / period_ * static_cast<Index>(runs().size()) + static_cast<Index>(run_at(phase % period_));
    };
    return number(clip_.end - 1) - number(clip_.begin) + 1;
}

std::span<Run const> PeriodicSet::runs() const {
    return pattern_ ? std::span<Run const>(pattern_->runs) : std::span<Run const>();
}

std::size_t PeriodicSet::run_at(Index phase) const {
    auto const& runs = pattern_->runs;
    auto const found = std::ranges::upper_bound(runs, phase, {}, &Run::end);
    return as_size(found - runs.begin());
}

Index PeriodicSet::rank(Index x) const {
    Index const distance = x - origin_;
    Index const phase = distance % period_;
    std::size_t const i = run_at(phase);
    Index const partial = i < pattern_->runs.size() ? std::max<Index>(phase - pattern_->runs[i].begin, 0) : 0;
    return distance / period_ * per_period() + pattern_->before[i] + partial;
}

Index PeriodicSet::select(Index rank) const {
    Index const within_period = rank % per_period();
    auto const& before = pattern_->before;
    auto const behind = std::ranges::upper_bound(before, within_period);
    auto const i = as_size(behind - before.begin()) - 1;
    return origin_ + rank / per_period() * period_ + pattern_->runs[i].begin + (within_period - before[i]);
}

bool PeriodicSet::contains(Index x) const {
    if (!clip_.contains(x)) return false;
    Index const phase = (x - origin_) % period_;
    std::size_t const i = run_at(phase);
    return i < pattern_->runs.size() && pattern_->runs[i].begin <= phase;
}

Index PeriodicSet::count_below(Index x) const {
    if (x <= clip_.begin) return 0; // holds also for an empty set and x <= 0
    if (x >= clip_.end) return count_;
    return rank(x) - rank(clip_.begin);
}

Index PeriodicSet::count_in(Run range) const {
    return range.empty() ? 0 : count_below(range.end) - count_below(range.begin);
}

Index PeriodicSet::element(Index k) const {
    require(0 <= k && k < count_, "PeriodicSet::element: the set has no element of this number");
    return select(rank(clip_.begin) + k);
}

std::optional<Run> PeriodicSet::run_from(Index x) const {
    RunWalk const walk(*this, x);
    if (walk.done()) return std::nullopt;
    return walk.run();
}

PeriodicSet PeriodicSet::repeated(Run range) const {
    return empty() ? PeriodicSet() : within(pattern_, origin_, period_, range);
}

PeriodicSet PeriodicSet::clipped(Run range) const {
    return repeated(intersection(range, clip_));
}

PeriodicSet PeriodicSet::shifted(Index distance) const {
    if (empty()) return {};
    PeriodicSet copy = *this;
    copy.origin_ += distance;
    copy.clip_ = {clip_.begin + distance, clip_.end + distance};
    return copy;
}

} // namespace tessera
