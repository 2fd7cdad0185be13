// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the group of ranks that hold parts of the same lines.
#pragma once

#include "libcore/comm/axis_plan.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <optional>

namespace tessera {

/// The group of one rank that holds something.
struct AxisGroup {
    Communicator comm;  ///< communicator of the group, ranks ascending
    Index lines = 0;    ///< number of lines through this rank's part, in the order of AxisLines
    LocalLayout layout; ///< the standard layout of this rank's part
    Index coord = 0;    ///< this rank's coordinate in the plan's dimension

    /// Returns the number in `comm` of the rank with coordinate `coord`.
    [[nodiscard]] static Rank number_of(AxisPlan const& plan, Index position, Index coord);

    /// Returns the group of this rank of `all`. Empty if the rank holds nothing. Collective over each group.
    [[nodiscard]] static std::optional<AxisGroup> of(Communicator const& all, AxisPlan const& plan);
};

} // namespace tessera
