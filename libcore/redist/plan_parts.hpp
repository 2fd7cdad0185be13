// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a plan cut into parts that move one after the other.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/redist/multi_plan.hpp"

#include <cstddef>
#include <vector>

namespace tessera {

/// Every array's iteration space is cut into boxes: first along the axis of which a piece still keeps the most pairs of ranks busy,
/// then, where it has fewer indices than there shall be parts, along the next. Together the parts move what the plan moves, each
/// element once.
class PlanParts {
  public:
    /// As many parts as asked for or, where the axes cannot be cut so, somewhat fewer. wanted >= 1.
    PlanParts(MultiPlan plan, Index wanted);

    struct Part {
        MultiPlan plan;
        std::vector<std::size_t> arrays; ///< which plans of the whole take part, ascending
    };
    [[nodiscard]] Index count() const { return count_; }
    /// 0 <= number < count().
    [[nodiscard]] Part part(Index number) const;

  private:
    /// Of one array: the axes that are cut, and into how many pieces.
    struct Cut {
        std::size_t axis;
        Index pieces;
    };
    [[nodiscard]] static std::vector<Cut> cuts_of(RedistPlan const& plan, Index wanted);

    MultiPlan plan_;
    std::vector<std::vector<Cut>> cuts_; // by array
    std::vector<Index> boxes_;           // by array: the product of its pieces
    Index count_ = 1;
};

} // namespace tessera
