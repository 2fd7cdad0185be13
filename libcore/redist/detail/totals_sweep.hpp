// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the totals of a plan, from its factors.
#pragma once

#include "libcore/redist/block_transfer.hpp"
#include "libcore/redist/detail/plan_side.hpp"
#include "libcore/redist/dim_transfer.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <span>
#include <vector>

namespace tessera::detail {

/// One pass over the coordinates of each factor. Between two block-cyclic mappings the counts come in closed form; else the rows
/// are computed, used and dropped one by one. Time: the positions per axis, and the coordinates times the logarithm of the extent,
/// or the entries of all rows where a mapping is not block-cyclic; memory: a few words per position. Pairs of ranks are never
/// looked at.
///
/// Precondition: the elements delivered fit 64 bits. Then nothing overflows: a factor has at most as many entries as indices.
class TotalsSweep {
  public:
    TotalsSweep(PlanSide const& source, PlanSide const& target, std::span<DimTransfer const> factors);

    /// `element_bytes` > 0.
    [[nodiscard]] RedistTotals totals(Index element_bytes) const;

  private:
    static constexpr Index nowhere = -1;

    /// One position of the source grid: the products, over the axes seen so far, of what the factors say.
    struct Sender {
        Index target_position = nowhere; // of the same rank, where it holds a copy there
        Index receivers = 1;             // combinations of target coordinates that need what it holds
        Index kept = 0;                  // elements it needs itself
    };

    /// `receivers`: target coordinates that share with this source coordinate; `count`: how many elements it shares with one of
    /// them.
    template <class Count>
    void add_coord(int axis, Index coord, Index receivers, Count count);
    void sweep_blocks(BlockTransfer const& transfer, int axis);
    void sweep_rows(DimTransfer const& factor, int axis);
    void add_columns(std::span<Index const> column_entries, int axis);
    void count_kept(RedistTotals& totals, std::vector<Index>& self_served) const;
    [[nodiscard]] Index max_sends(std::vector<Index> const& self_served) const;
    [[nodiscard]] Index max_receives() const;
    [[nodiscard]] Index class_of(Index source_position) const;

    PlanSide const& source_;
    PlanSide const& target_;
    Index volume_ = 0;            // of the iteration space
    Index pairs_ = 1;             // of source class and target class that share elements
    std::vector<Sender> senders_; // by source position
    std::vector<Index> classes_;  // by target position: source classes it needs
};

} // namespace tessera::detail
