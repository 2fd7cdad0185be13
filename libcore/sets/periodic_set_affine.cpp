// SPDX-License-Identifier: BSD-3-Clause
// Tessera: affine images and preimages of an index set.
#include "libcore/base/arithmetic.hpp"
#include "libcore/base/modular.hpp"
#include "libcore/base/require.hpp"
#include "libcore/sets/periodic_set.hpp"
#include "libcore/sets/run_walk.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace tessera {

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

} // namespace tessera
