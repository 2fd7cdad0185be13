// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what it takes to count a row of a DimTransfer in one way or another.
#pragma once

#include "libcore/mapping/dim_mapping.hpp"
#include "libcore/sets/periodic_set.hpp"

namespace tessera::detail {

/// Steps through all segments of the partner's mapping within the range, estimated.
[[nodiscard]] double steps_by_segments(Run range, DimMapping const& partner);

/// Steps through the runs of the set within the range, estimated: one for each run, and one for each segment of the partner's
/// mapping that the run meets beyond whole periods of it.
[[nodiscard]] double steps_by_runs(PeriodicSet const& set, Run range, DimMapping const& partner);

} // namespace tessera::detail
