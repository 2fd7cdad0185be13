// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a plan cut into parts that move one after the other.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/redist/multi_plan.hpp"

#include <cstddef>
#include <vector>

namespace tessera {

/// Cuts a plan into parts that move one after the other. Each array's iteration space is cut into boxes, first along the axis whose
/// pieces keep the most pairs of ranks busy. If that axis has fewer indices than parts are wanted, the next axis is cut too.
/// Together the parts move what the plan moves, each element once.
class PlanParts {
  public:
    /// Makes `wanted` parts, or somewhat fewer if the axes cannot be cut into that many. Precondition: wanted >= 1.
    PlanParts(MultiPlan plan, Index wanted);

    struct Part {
        MultiPlan plan;
        std::vector<std::size_t> arrays; ///< indices of the plans that take part, ascending
    };
    [[nodiscard]] Index count() const { return count_; }
    /// Returns one part. Precondition: 0 <= number < count().
    [[nodiscard]] Part part(Index number) const;

  private:
    /// One cut axis of an array, and the number of its pieces.
    struct Cut {
        std::size_t axis;
        Index pieces;
    };
    [[nodiscard]] static std::vector<Cut> cuts_of(RedistPlan const& plan, Index wanted);

    MultiPlan plan_;
    std::vector<std::vector<Cut>> cuts_; // indexed by array
    std::vector<Index> boxes_;           // number of boxes by array: the product of the pieces of its cuts
    Index count_ = 1;
};

} // namespace tessera
