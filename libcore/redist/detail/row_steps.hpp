// SPDX-License-Identifier: BSD-3-Clause
// Tessera: estimated cost of the two ways to count a row of a DimTransfer.
#pragma once

#include "libcore/mapping/dim_mapping.hpp"
#include "libcore/sets/periodic_set.hpp"

namespace tessera::detail {

/// Returns the estimated number of steps through all segments of the partner's mapping within the range.
[[nodiscard]] double steps_by_segments(Run range, DimMapping const& partner);

/// Returns the estimated number of steps through the runs of the set within the range. There is one step for each run, and one for
/// each segment of the partner's mapping that the run overlaps, apart from whole periods.
[[nodiscard]] double steps_by_runs(PeriodicSet const& set, Run range, DimMapping const& partner);

} // namespace tessera::detail
