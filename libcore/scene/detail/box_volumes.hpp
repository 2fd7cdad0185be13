// SPDX-License-Identifier: BSD-3-Clause
// Tessera: volumes that one plan moves between boxes of processor coordinates, from its factors.
#pragma once

#include "libcore/redist/redist_plan.hpp"
#include "libcore/scene/detail/rank_boxes.hpp"

#include <vector>

namespace tessera::detail {

/// The coordinates of one dimension, cut at the ends of all boxes. The intervals between cuts are groups.
class CoordCuts {
  public:
    CoordCuts(Index coords, std::vector<Run> const& runs);

    [[nodiscard]] Index groups() const { return std::ssize(cuts_) - 1; }
    [[nodiscard]] std::vector<Index> group_of_coord() const;
    /// Returns the groups of a run whose ends are cuts.
    [[nodiscard]] Run groups_of(Run run) const;

  private:
    std::vector<Index> cuts_; // ascending, from 0 to the number of coordinates
};

/// Prefix sums of elements by groups: from any range of source groups to any range of target groups in O(1).
class FactorSums {
  public:
    FactorSums(DimTransfer const& factor, CoordCuts const& source, CoordCuts const& target);
    [[nodiscard]] Index sum(Run source_groups, Run target_groups) const;

  private:
    [[nodiscard]] Index& at(Index source, Index target);
    [[nodiscard]] Index corner(Index source, Index target) const;

    Index columns_;
    std::vector<Index> sums_; // sum over all groups before, row-major, with one row and column more than groups
};

/// Returns the elements from each range of senders to each range of receivers, row-major. Precondition: the source has one copy.
[[nodiscard]] std::vector<Index> box_volumes(RedistPlan const& plan, std::vector<Run> const& senders,
                                             std::vector<Run> const& receivers);

} // namespace tessera::detail
