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

/// The indices x of [clip.begin, clip.end) for which (x - origin) mod period is in one of the runs.
///
/// Invariants:
/// - The runs are sorted, disjoint and non-empty; the first begins at 0; no two touch, not even across the period, so each run is
///   maximal; and no part of the period repeats within it. An interval has period 1.
/// - Prefix sums of the run lengths are stored. So count, membership, the k-th element and the position of an element cost the
/// logarithm of the runs of one period, and never depend on the extent.
/// - Copies share the runs: a shifted copy costs O(1), a clipped one that logarithm.
/// - The clip is tight (its first and last index are elements), and origin <= clip.begin < origin + period.
/// - A set without elements has no runs and the clip [0, 0).
///
/// Indices lie strictly between -2^62 and 2^62, extents are at most max_extent and periods at most 2^62, so nothing overflows.
/// Two sets compare equal if they hold the same elements.
class PeriodicSet {
  public:
    PeriodicSet() = default; ///< the empty set

    [[nodiscard]] static PeriodicSet interval(Run run);

    /// Makes a finite set from its runs, in any order. They may touch but not overlap.
    [[nodiscard]] static PeriodicSet of_runs(std::vector<Run> runs);

    /// Makes a set of the general form. `runs`: within [0, period), ascending, disjoint (adjacent ones are merged). period >= 1.
    /// Any clip and any phase are accepted, and brought into the canonical form above. If the period is longer than the clip, the
    /// runs are cut to the clip and nothing repeats.
    [[nodiscard]] static PeriodicSet periodic(Index origin, Index period, std::vector<Run> runs, Run clip);

    [[nodiscard]] static PeriodicSet of_falls(Falls const& falls);

    [[nodiscard]] bool empty() const { return clip_.empty(); }
    [[nodiscard]] Index count() const { return count_; }
    [[nodiscard]] Run bounds() const { return clip_; } ///< [first element, last element + 1)
    /// Returns whether the set is one run or empty.
    [[nodiscard]] bool is_interval() const { return count_ == clip_.size(); }
    [[nodiscard]] bool contains(Index x) const;
    [[nodiscard]] Index run_count() const; ///< number of maximal runs of the whole set

    /// Returns the number of elements smaller than x. Any x is allowed.
    [[nodiscard]] Index count_below(Index x) const;
    /// Returns the number of elements in [range.begin, range.end).
    [[nodiscard]] Index count_in(Run range) const;
    /// Returns the k-th element, ascending, k from 0. Precondition: 0 <= k < count().
    [[nodiscard]] Index element(Index k) const;
    /// Returns the number of elements before x: the inverse of element(). Precondition: contains(x).
    [[nodiscard]] Index position(Index x) const { return count_below(x); }

    /// Returns the maximal run that contains x, with its begin cut to x. If x is no element, returns the next run after x; after
    /// the last run, nothing. To visit all runs, RunWalk (run_walk.hpp) is cheaper.
    [[nodiscard]] std::optional<Run> run_from(Index x) const;

    [[nodiscard]] PeriodicSet clipped(Run range) const;
    [[nodiscard]] PeriodicSet shifted(Index distance) const;
    /// Returns { stride*x + offset : x in this }. Preconditions: stride != 0; the result and stride*x are within range. If
    /// |stride| > 1, each element of a period becomes a run (an interval still has one run).
    [[nodiscard]] PeriodicSet affine_image(Index stride, Index offset) const;
    /// Returns { k in [0, count) : start + step*k in this }. Precondition: step != 0. Cost: the runs of one period of the result.
    [[nodiscard]] PeriodicSet affine_preimage(Index start, Index step, Index count) const;
    /// Returns { x in range : x not in this }. Cost: the runs of one period if the set keeps its period over the whole range.
    /// Otherwise (the clip ends inside the range, more than a gap from its end) all runs: such a complement does not repeat.
    [[nodiscard]] PeriodicSet complement(Run range) const;

    /// Returns the set as FALLS, ascending by first element. Blocks cut by the clip are separate FALLS. A FALLS of one block has
    /// the block's length as stride.
    [[nodiscard]] std::vector<Falls> falls() const;

    /// The representation, for kernels that process one period after another.
    [[nodiscard]] Index origin() const { return origin_; }
    [[nodiscard]] Index period() const { return period_; }
    [[nodiscard]] std::span<Run const> runs() const;

    friend bool operator==(PeriodicSet const& a, PeriodicSet const& b);

  private:
    struct Pattern {
        std::vector<Run> runs;
        std::vector<Index>
            before; // before[i]: number of elements of the period before runs[i]; back(): elements of the whole period
    };

    /// Makes the set of a pattern with this origin and period, and makes everything else canonical.
    [[nodiscard]] static PeriodicSet within(std::shared_ptr<Pattern const> pattern, Index origin, Index period, Run range);
    [[nodiscard]] static std::shared_ptr<Pattern const> pattern_of(std::vector<Run> runs);
    [[nodiscard]] static std::shared_ptr<Pattern const> const& unit_pattern();

    /// Returns the same pattern on another range, which may be larger than the clip.
    [[nodiscard]] PeriodicSet repeated(Run range) const;
    [[nodiscard]] PeriodicSet mirrored() const;          ///< { -x : x in this }
    [[nodiscard]] PeriodicSet spread(Index step) const;  ///< { step*x : x in this }, step >= 1
    [[nodiscard]] std::size_t run_at(Index phase) const; ///< index of the first run of the period that ends after `phase`
    [[nodiscard]] Index rank(Index x) const;             ///< number of elements in [origin, x); precondition: x >= origin
    [[nodiscard]] Index select(Index rank) const;        ///< the inverse of rank()
    [[nodiscard]] std::vector<Run> sampled(Index phase, Index step, Index samples) const;
    [[nodiscard]] std::vector<Run> sampled_by_runs(Index phase, Index step, Index samples) const;
    [[nodiscard]] std::vector<Run> sampled_by_elements(Index phase, Index step, Index samples) const;
    [[nodiscard]] std::vector<Falls> falls_of_list() const;
    [[nodiscard]] Index per_period() const { return pattern_->before.back(); }

    std::shared_ptr<Pattern const> pattern_; // null if the set is empty
    Index origin_ = 0;
    Index period_ = 1;
    Run clip_;
    Index count_ = 0;
};

/// Returns the common elements. If one set is an interval, the other is only clipped. Otherwise the period is the least common
/// multiple, cut to the common range, and the cost is the runs of both within it.
[[nodiscard]] PeriodicSet intersection(PeriodicSet const& a, PeriodicSet const& b);

} // namespace tessera
