// SPDX-License-Identifier: BSD-3-Clause
// Tessera: quality of a schedule whose steps are given by formulas.
#pragma once

#include "libcore/schedule/quality.hpp"

namespace tessera::detail {

/// Returns the same figures as a visit of all transfers. Precondition: every step has a pattern. Error: the work was stopped.
[[nodiscard]] Result<ScheduleQuality> quality_by_patterns(Schedule const& schedule, Watch const& watch);

} // namespace tessera::detail
