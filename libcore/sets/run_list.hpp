// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an explicit list of runs, for sets that are not a product of sets (regions, contexts).
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/sets/box_set.hpp"
#include "libcore/sets/periodic_set.hpp"
#include "libcore/sets/run.hpp"

#include <span>
#include <vector>

namespace tessera {

/// Sorted, disjoint, non-adjacent, non-empty runs of linear indices, with prefix sums.
/// Cost of every operation: the number of runs, or its logarithm.
class RunList {
  public:
    RunList() = default;
    explicit RunList(std::vector<Run> runs); ///< any order; overlapping and touching runs are merged
    [[nodiscard]] static RunList of(PeriodicSet const& set);
    /// Returns the linear indices of a box inside an array of the given extents, row-major (last dimension fastest).
    [[nodiscard]] static RunList of(BoxSet const& box, std::span<Index const> extents);

    [[nodiscard]] std::span<Run const> runs() const { return runs_; }
    [[nodiscard]] bool empty() const { return runs_.empty(); }
    [[nodiscard]] Index count() const { return before_.empty() ? 0 : before_.back(); }
    [[nodiscard]] bool contains(Index x) const;
    [[nodiscard]] Index count_below(Index x) const;
    [[nodiscard]] Index element(Index k) const;
    [[nodiscard]] Index position(Index x) const { return count_below(x); }
    [[nodiscard]] RunList clipped(Run range) const;
    [[nodiscard]] RunList complement(Run range) const;

    friend bool operator==(RunList const& a, RunList const& b) { return a.runs_ == b.runs_; }

  private:
    std::vector<Run> runs_;
    std::vector<Index> before_; // before_[i]: number of elements before runs_[i]; back(): number of all elements
};

[[nodiscard]] RunList intersection(RunList const& a, RunList const& b);

} // namespace tessera
