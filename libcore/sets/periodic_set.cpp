// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the canonical one-dimensional index set: representation and queries.
#include "libcore/sets/periodic_set.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/modular.hpp"
#include "libcore/base/require.hpp"
#include "libcore/sets/run_walk.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

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

/// A FALLS of one block has its length as stride, so that equal blocks have equal FALLS.
Falls single_block(Run run) {
    return {run.begin, run.end - 1, run.size(), 1};
}

/// Appends the blocks of one run of the period, cut to the clip. Whole blocks form one FALLS; each cut block is a FALLS of its own.
void append_blocks(Run block, Index period, Run clip, std::vector<Falls>& falls) {
    if (block.end <= clip.begin) block = {block.begin + period, block.end + period};
    if (block.begin < clip.begin) {
        falls.push_back(single_block(intersection(block, clip)));
        block = {block.begin + period, block.end + period};
    }
    if (block.begin >= clip.end) return;
    Index const whole = block.end <= clip.end ? (clip.end - block.end) / period + 1 : 0;
    if (whole == 1) falls.push_back(single_block(block));
    if (whole > 1) falls.push_back({block.begin, block.end - 1, period, whole});
    Run const behind{block.begin + whole * period, clip.end};
    if (!behind.empty()) falls.push_back(single_block(behind));
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

PeriodicSet PeriodicSet::mirrored() const {
    if (empty()) return {};
    Run const clip{1 - clip_.end, 1 - clip_.begin};
    if (is_interval()) return interval(clip);
    std::vector<Run> reversed;
    reversed.reserve(pattern_->runs.size());
    for (auto run = pattern_->runs.rbegin(); run != pattern_->runs.rend(); ++run)
        reversed.push_back({period_ - run->end, period_ - run->begin});
    return periodic(1 - origin_ - period_, period_, std::move(reversed), clip);
}

PeriodicSet PeriodicSet::spread(Index step) const {
    assert(clip_.begin == 0 && origin_ <= 0);
    if (step == 1 || count_ == 1) return *this;
    Run const clip{0, (clip_.end - 1) * step + 1};
    if (is_interval()) return periodic(0, step, {{0, 1}}, clip);
    // Spread only the part inside the clip, because the period may be much longer.
    bool const repeats = period_ < clip_.size();
    Index const end = repeats ? period_ : clip_.size();
    std::vector<Run> points;
    for (RunWalk walk(*this); !walk.done() && walk.run().begin < end; walk.next())
        for (Index x = walk.run().begin; x < std::min(walk.run().end, end); ++x) points.push_back({x * step, x * step + 1});
    return repeats ? periodic(0, period_ * step, std::move(points), clip) : of_runs(std::move(points));
}

PeriodicSet PeriodicSet::affine_image(Index stride, Index offset) const {
    require(stride != 0, "PeriodicSet::affine_image expects a stride other than 0");
    if (empty()) return {};
    Index const first = stride > 0 ? clip_.begin : clip_.end - 1;
    PeriodicSet const ascending = stride > 0 ? *this : mirrored();
    return ascending.shifted(-ascending.clip_.begin).spread(std::abs(stride)).shifted(stride * first + offset);
}

/// Returns the samples k of [0, samples) with (phase + step*k) mod period in the pattern, as runs. Precondition: 0 <= phase, step <
/// period. Jumps from run to gap to run: the cost is at most the samples, and at most the runs and gaps that they pass.
std::vector<Run> PeriodicSet::sampled_by_runs(Index phase, Index step, Index samples) const {
    std::vector<Run> hits;
    for (Index k = 0; k < samples;) {
        std::size_t const i = run_at(phase);
        Run const run = i < pattern_->runs.size() ? pattern_->runs[i] : Run{period_, period_};
        bool const hit = run.begin <= phase;
        Index const distance = (hit ? run.end : run.begin) - phase;
        Index const jump = step == 0 ? samples - k : std::min(ceil_div(distance, step), samples - k);
        if (hit) hits.push_back({k, k + jump});
        k += jump;
        phase = (phase + jump * step) % period_;
    }
    return hits;
}

/// Returns the same runs by solving phase + step*k = x (mod period) for each element x of the pattern. Cheaper if there are few
/// elements.
std::vector<Run> PeriodicSet::sampled_by_elements(Index phase, Index step, Index samples) const {
    Index const common = std::gcd(step, period_);
    Index const modulus = period_ / common;
    Index const inverse = inverse_mod(step / common, modulus);
    std::vector<Run> hits;
    for (Run const run : pattern_->runs)
        for (Index x = run.begin + floor_mod(phase - run.begin, common); x < run.end; x += common) {
            Index const k = mul_mod(floor_mod((x - phase) / common, modulus), inverse, modulus);
            if (k < samples) hits.push_back({k, k + 1});
        }
    std::ranges::sort(hits, {}, &Run::begin);
    return hits;
}

std::vector<Run> PeriodicSet::sampled(Index phase, Index step, Index samples) const {
    Index const common = std::gcd(step, period_);
    auto const runs = static_cast<Index>(pattern_->runs.size());
    Index const runs_passed = checked_mul(runs, step / common).value_or(samples);
    bool const elements_are_fewer = runs + per_period() / common < std::min(samples, runs_passed);
    return elements_are_fewer ? sampled_by_elements(phase, step, samples) : sampled_by_runs(phase, step, samples);
}

PeriodicSet PeriodicSet::affine_preimage(Index start, Index step, Index count) const {
    require(step != 0, "PeriodicSet::affine_preimage expects a step other than 0");
    if (empty() || count <= 0) return {};
    if (step < 0) return mirrored().affine_preimage(-start, -step, count);
    Run const inside{ceil_div(clip_.begin - start, step), floor_div(clip_.end - 1 - start, step) + 1};
    Run const range = intersection(inside, {0, count});
    if (range.empty()) return {};
    if (is_interval()) return interval(range);
    if (step == 1) return clipped({range.begin + start, range.end + start}).shifted(-start);
    Index const period = std::min(period_ / std::gcd(period_, step), range.size());
    Index const phase = (start + step * range.begin - origin_) % period_;
    return periodic(range.begin, period, sampled(phase, step % period_, period), range);
}

/// Makes FALLS of a set that does not repeat: runs of equal length and distance become one FALLS, greedily from the left.
std::vector<Falls> PeriodicSet::falls_of_list() const {
    std::vector<Falls> falls;
    for (RunWalk walk(*this); !walk.done(); walk.next()) {
        if (!falls.empty() && falls.back().length() == walk.run().size()) {
            Falls& last = falls.back();
            Index const distance = walk.run().begin - last.block(last.n - 1).begin;
            if (last.n == 1) last.s = distance;
            if (last.s == distance) {
                ++last.n;
                continue;
            }
        }
        falls.push_back(single_block(walk.run()));
    }
    return falls;
}

std::vector<Falls> PeriodicSet::falls() const {
    if (empty()) return {};
    if (is_interval()) return {single_block(clip_)};
    if (period_ >= clip_.size()) return falls_of_list();
    std::vector<Falls> falls;
    for (Run const run : pattern_->runs) append_blocks({origin_ + run.begin, origin_ + run.end}, period_, clip_, falls);
    std::ranges::sort(falls, {}, &Falls::l);
    return falls;
}

} // namespace tessera
