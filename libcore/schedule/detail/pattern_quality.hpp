// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how good a schedule is whose steps are known by formula.
#pragma once

#include "libcore/schedule/quality.hpp"

namespace tessera::detail {

/// The same figures as by looking at every transfer. Precondition: every step has a pattern. Error: the work was stopped.
[[nodiscard]] Result<ScheduleQuality> quality_by_patterns(Schedule const& schedule, Watch const& watch);

} // namespace tessera::detail
