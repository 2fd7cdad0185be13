// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the canonical one-dimensional index set.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/sets/falls.hpp"
#include "libcore/sets/run.hpp"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// The indices x of [clip.begin, clip.end) with (x - origin) mod period in one of the runs.
///
/// Invariants:
/// - The runs are sorted, disjoint and non-empty; the first begins at 0; no two touch, not even across the period, so each run is
///   maximal; and no part of the period repeats within it. An interval has period 1.
/// - Prefix sums of their lengths are kept beside them, so that counting, membership, the k-th element and the position of an
///   element cost the logarithm of the runs of one period and never depend on the extent.
/// - The runs are shared between copies: a shifted copy costs O(1), a clipped one that logarithm.
/// - The clip is tight (its first and last index are elements), and origin <= clip.begin < origin + period.
/// - A set without elements has no runs and the clip [0, 0).
///
/// Indices lie strictly between -2^62 and 2^62, extents are at most max_extent and periods at most 2^62: then nothing overflows.
/// Two sets compare equal when they hold the same elements, however they were made.
class PeriodicSet {
  public:
    PeriodicSet() = default; ///< the empty set

    [[nodiscard]] static PeriodicSet interval(Run run);

    /// A finite set given by its runs, in any order; they may touch but not overlap.
    [[nodiscard]] static PeriodicSet of_runs(std::vector<Run> runs);

    /// The general form. `runs`: within [0, period), in ascending order, disjoint (adjacent ones are merged). period >= 1.
    /// Any clip and any phase are accepted, and brought into the canonical form above. Where the period reaches beyond the clip,
    /// the runs are cut to it and nothing repeats.
    [[nodiscard]] static PeriodicSet periodic(Index origin, Index period, std::vector<Run> runs, Run clip);

    [[nodiscard]] static PeriodicSet of_falls(Falls const& falls);

    [[nodiscard]] bool empty() const { return clip_.empty(); }
    [[nodiscard]] Index count() const { return count_; }
    [[nodiscard]] Run bounds() const { return clip_; } ///< [first element, last element + 1)
    /// One run or none.
    [[nodiscard]] bool is_interval() const { return count_ == clip_.size(); }
    [[nodiscard]] bool contains(Index x) const;
    [[nodiscard]] Index run_count() const; ///< maximal runs, over the whole set

    /// How many elements are smaller than x. Any x is allowed.
    [[nodiscard]] Index count_below(Index x) const;
    /// How many elements lie in [range.begin, range.end).
    [[nodiscard]] Index count_in(Run range) const;
    /// The k-th element, ascending from 0. Precondition: 0 <= k < count().
    [[nodiscard]] Index element(Index k) const;
    /// The inverse of element(). Precondition: contains(x).
    [[nodiscard]] Index position(Index x) const { return count_below(x); }

    /// The maximal run that holds x or, where x is no element, the next one after x; nothing behind the last.
    /// Its begin is cut to x. To visit one run after the other, RunWalk (run_walk.hpp) is cheaper.
    [[nodiscard]] std::optional<Run> run_from(Index x) const;

    [[nodiscard]] PeriodicSet clipped(Run range) const;
    [[nodiscard]] PeriodicSet shifted(Index distance) const;
    /// { stride*x + offset : x in this }. stride != 0; the result and stride*x are within range. Where |stride| > 1, each element
    /// of a period becomes a run (an interval stays one run).
    [[nodiscard]] PeriodicSet affine_image(Index stride, Index offset) const;
    /// { k in [0, count) : start + step*k in this }. step != 0. Cost: the runs of one period of the answer.
    [[nodiscard]] PeriodicSet affine_preimage(Index start, Index step, Index count) const;
    /// { x in range : x not in this }. Cost: the runs of one period where the set keeps its period over the whole range, else
    /// (the clip ends inside the range, more than a gap from its end) all runs: such a complement does not repeat.
    [[nodiscard]] PeriodicSet complement(Run range) const;

    /// As FALLS, in ascending order of their first element; blocks cut by the clip stand as FALLS of their own, and a FALLS of
    /// one block has its length as stride.
    [[nodiscard]] std::vector<Falls> falls() const;

    /// The parts of the representation, for kernels that walk period by period.
    [[nodiscard]] Index origin() const { return origin_; }
    [[nodiscard]] Index period() const { return period_; }
    [[nodiscard]] std::span<Run const> runs() const;

    friend bool operator==(PeriodicSet const& a, PeriodicSet const& b);

  private:
    struct Pattern {
        std::vector<Run> runs;
        std::vector<Index> before; // before[i]: elements of the period in front of runs[i]; back(): all of them
    };

    /// The pattern with origin and period as given, canonical in everything else.
    [[nodiscard]] static PeriodicSet within(std::shared_ptr<Pattern const> pattern, Index origin, Index period, Run range);
    [[nodiscard]] static std::shared_ptr<Pattern const> pattern_of(std::vector<Run> runs);
    [[nodiscard]] static std::shared_ptr<Pattern const> const& unit_pattern();

    /// The same pattern on another range, which may be larger than the clip.
    [[nodiscard]] PeriodicSet repeated(Run range) const;
    [[nodiscard]] PeriodicSet mirrored() const;          ///< { -x : x in this }
    [[nodiscard]] PeriodicSet spread(Index step) const;  ///< { step*x : x in this }, step >= 1
    [[nodiscard]] std::size_t run_at(Index phase) const; ///< the first run of the period that ends behind `phase`
    [[nodiscard]] Index rank(Index x) const;             ///< elements of [origin, x); x >= origin
    [[nodiscard]] Index select(Index rank) const;        ///< the inverse of rank()
    [[nodiscard]] std::vector<Run> sampled(Index phase, Index step, Index samples) const;
    [[nodiscard]] std::vector<Run> sampled_by_runs(Index phase, Index step, Index samples) const;
    [[nodiscard]] std::vector<Run> sampled_by_elements(Index phase, Index step, Index samples) const;
    [[nodiscard]] std::vector<Falls> falls_of_list() const;
    [[nodiscard]] Index per_period() const { return pattern_->before.back(); }

    std::shared_ptr<Pattern const> pattern_; // null where empty
    Index origin_ = 0;
    Index period_ = 1;
    Run clip_;
    Index count_ = 0;
};

/// Elements of both. Where one is an interval the other is only clipped; else the period is the least common multiple,
/// cut to the common range, and the cost is the runs of both within it.
[[nodiscard]] PeriodicSet intersection(PeriodicSet const& a, PeriodicSet const& b);

} // namespace tessera
