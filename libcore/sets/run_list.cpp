// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an explicit list of runs, for sets that are not a product of sets.
#include "libcore/sets/run_list.hpp"

#include "libcore/base/require.hpp"
#include "libcore/sets/run_walk.hpp"

#include <algorithm>

namespace tessera {

namespace {

/// Joins overlapping and touching runs. Precondition: the runs are not empty and ascend by begin.
std::vector<Run> union_of(std::vector<Run> runs) {
    std::size_t kept = 0;
    for (Run const run : runs) {
        if (kept > 0 && run.begin <= runs[kept - 1].end)
            runs[kept - 1].end = std::max(runs[kept - 1].end, run.end);
        else
            runs[kept++] = run;
    }
    runs.resize(kept);
    return runs;
}

std::vector<Run> runs_of(PeriodicSet const& set) {
    std::vector<Run> runs;
    for (RunWalk walk(set); !walk.done(); walk.next()) runs.push_back(walk.run());
    return runs;
}

} // namespace

RunList::RunList(std::vector<Run> runs) : runs_(std::move(runs)) {
    std::erase_if(runs_, [](Run run) { return run.empty(); });
    if (!std::ranges::is_sorted(runs_, {}, &Run::begin)) std::ranges::sort(runs_, {}, &Run::begin);
    runs_ = union_of(std::move(runs_));
    before_.reserve(runs_.size() + 1);
    before_.push_back(0);
    for (Run const run : runs_) before_.push_back(before_.back() + run.size());
}

RunList RunList::of(PeriodicSet const& set) {
    return RunList(runs_of(set));
}

RunList RunList::of(BoxSet const& box, std::span<Index const> extents) {
    require(box.dims().size() == extents.size(), "RunList::of expects an extent for each dimension of the box");
    if (box.empty()) return {};
    // Goes from the fastest dimension to the slowest: repeats the runs inside one index of dimension d for each selected index of
    // d.
    std::vector<Run> inner{{0, 1}};
    Index volume = 1;
    for (std::size_t d = extents.size(); d-- > 0;) {
        std::vector<Run> outer;
        bool const whole = inner.front() == Run{0, volume};
        for (Run const run : runs_of(box.dims()[d])) {
            if (whole)
                outer.push_back({run.begin * volume, run.end * volume});
            else
                for (Index x = run.begin; x < run.end; ++x)
                    for (Run const part : inner) outer.push_back({x * volume + part.begin, x * volume + part.end});
        }
        inner = std::move(outer);
        volume *= extents[d];
    }
    return RunList(std::move(inner));
}

bool RunList::contains(Index x) const {
    auto const found = std::ranges::upper_bound(runs_, x, {}, &Run::end);
    return found != runs_.end() && found->begin <= x;
}

Index RunList::count_below(Index x) const {
    auto const found = std::ranges::upper_bound(runs_, x, {}, &Run::end);
    if (found == runs_.end()) return count();
    return before_[as_size(found - runs_.begin())] + std::max<Index>(x - found->begin, 0);
}

Index RunList::element(Index k) const {
    require(0 <= k && k < count(), "RunList::element: the list has no element of this number");
    auto const behind = std::ranges::upper_bound(before_, k);
    auto const i = as_size(behind - before_.begin()) - 1;
    return runs_[i].begin + (k - before_[i]);
}

RunList RunList::clipped(Run range) const {
    if (range.empty()) return {};
    auto const first = std::ranges::upper_bound(runs_, range.begin, {}, &Run::end);
    auto const last = std::ranges::lower_bound(runs_, range.end, {}, &Run::begin);
    std::vector<Run> runs(first, std::max(first, last));
    for (Run& run : runs) run = tessera::intersection(run, range);
    return RunList(std::move(runs));
}

RunList RunList::complement(Run range) const {
    std::vector<Run> gaps;
    Index x = range.begin;
    for (Run const run : clipped(range).runs_) {
        gaps.push_back({x, run.begin});
        x = run.end;
    }
    gaps.push_back({x, range.end});
    return RunList(std::move(gaps));
}

RunList intersection(RunList const& a, RunList const& b) {
    std::vector<Run> runs;
    auto in_a = a.runs().begin();
    auto in_b = b.runs().begin();
    while (in_a != a.runs().end() && in_b != b.runs().end()) {
        Run const both = intersection(*in_a, *in_b);
        if (!both.empty()) runs.push_back(both);
        (in_a->end < in_b->end ? in_a : in_b)++;
    }
    return RunList(std::move(runs));
}

} // namespace tessera
