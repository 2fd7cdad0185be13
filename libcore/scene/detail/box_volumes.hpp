// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what one plan moves between boxes of processor coordinates, from its factors.
#pragma once

#include "libcore/redist/redist_plan.hpp"
#include "libcore/scene/detail/rank_boxes.hpp"

#include <vector>

namespace tessera::detail {

/// Coordinates of one dimension cut where any box begins or ends, and the number of a cut.
class CoordCuts {
  public:
    CoordCuts(Index coords, std::vector<Run> const& runs);

    [[nodiscard]] Index groups() const { return std::ssize(cuts_) - 1; }
    [[nodiscard]] std::vector<Index> group_of_coord() const;
    /// The groups of a run whose ends are cuts.
    [[nodiscard]] Run groups_of(Run run) const;

  private:
    std::vector<Index> cuts_; // ascending, from 0 to the number of coordinates
};

/// Elements by ranges of groups: from any range of source coordinates to any range of target coordinates in O(1).
class FactorSums {
  public:
    FactorSums(DimTransfer const& factor, CoordCuts const& source, CoordCuts const& target);
    [[nodiscard]] Index sum(Run source_groups, Run target_groups) const;

  private:
    [[nodiscard]] Index& at(Index source, Index target);
    [[nodiscard]] Index corner(Index source, Index target) const;

    Index columns_;
    std::vector<Index> sums_; // of all groups in front, row-major, one row and column more than there are groups
};

/// Elements from each range of senders to each range of receivers, row-major. Precondition: the source has one copy.
[[nodiscard]] std::vector<Index> box_volumes(RedistPlan const& plan, std::vector<Run> const& senders,
                                             std::vector<Run> const& receivers);

} // namespace tessera::detail
