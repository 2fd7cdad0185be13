// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the totals of a plan, computed from its factors.
#pragma once

#include "libcore/base/watch.hpp"
#include "libcore/redist/block_transfer.hpp"
#include "libcore/redist/detail/plan_side.hpp"
#include "libcore/redist/dim_transfer.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <span>
#include <vector>

namespace tessera::detail {

/// Computes totals in one pass over the coordinates of each factor. Between two block-cyclic mappings the counts have closed forms;
/// otherwise the rows are computed, used and dropped one by one. Time: the positions per axis, and the coordinates times the
/// logarithm of the extent, or the entries of all rows if a mapping is not block-cyclic. Memory: a few words per position. Pairs of
/// ranks are never visited.
///
/// Precondition: the number of delivered elements fits 64 bits. Then nothing overflows: a factor has at most as many entries as
/// indices.
class TotalsSweep {
  public:
    /// `watch` sees the coordinates of each factor. If it stops the work, the totals are incomplete.
    TotalsSweep(PlanSide const& source, PlanSide const& target, std::span<DimTransfer const> factors, Watch const& watch = {});

    /// Precondition: `element_bytes` > 0.
    [[nodiscard]] RedistTotals totals(Index element_bytes) const;

  private:
    static constexpr Index nowhere = -1;

    /// One position of the source grid, with products over the axes processed so far.
    struct Sender {
        Index target_position = nowhere; // position of the same rank in the target grid, if it holds a copy there
        Index receivers = 1;             // number of combinations of target coordinates that need its elements
        Index kept = 0;                  // number of elements that its own rank needs
    };

    /// `receivers`: number of target coordinates that share elements with this source coordinate. `count`: returns the number of
    /// elements that it shares with one of them.
    template <class Count>
    void add_coord(int axis, Index coord, Index receivers, Count count);
    void sweep_blocks(BlockTransfer const& transfer, int axis, Watch const& watch);
    void sweep_rows(DimTransfer const& factor, int axis, Watch const& watch);
    void add_columns(std::span<Index const> column_entries, int axis);
    void count_kept(RedistTotals& totals, std::vector<Index>& self_served) const;
    [[nodiscard]] Index max_sends(std::vector<Index> const& self_served) const;
    [[nodiscard]] Index max_receives() const;
    [[nodiscard]] Index class_of(Index source_position) const;

    PlanSide const& source_;
    PlanSide const& target_;
    Index volume_ = 0;            // volume of the iteration space
    Index pairs_ = 1;             // number of pairs of a source class and a target class that share elements
    std::vector<Sender> senders_; // indexed by source position
    std::vector<Index> classes_;  // number of source classes that each target position needs
};

} // namespace tessera::detail
