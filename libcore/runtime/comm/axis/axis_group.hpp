// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the ranks that hold parts of the same lines, among themselves.
#pragma once

#include "libcore/comm/axis_plan.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <optional>

namespace tessera {

/// Of one rank that holds something.
struct AxisGroup {
    Comm comm;          ///< of the group, its ranks in ascending order
    Index lines = 0;    ///< that go through what a rank holds, in the order of AxisLines
    LocalLayout layout; ///< the standard one
    Index coord = 0;    ///< in the plan's dimension

    /// The number in `comm` of the rank with a coordinate.
    [[nodiscard]] static Rank number_of(AxisPlan const& plan, Index position, Index coord);

    /// Nothing where this rank of `all` holds nothing. Collective over each group.
    [[nodiscard]] static std::optional<AxisGroup> of(Comm const& all, AxisPlan const& plan);
};

} // namespace tessera
