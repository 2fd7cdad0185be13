// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an animated page of a redistribution, for any browser and without network access.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/network/site.hpp"
#include "libcore/redist/redist_plan.hpp"
#include "libcore/schedule/schedule.hpp"

#include <string>

namespace tessera {

/// Returns HTML with the owners before and after, the pieces of data that move between them in the steps of the schedule, the chart
/// of the schedule, and a script that plays and scrubs them. `schedule`: contains the plan's messages, and possibly others. Shows
/// at most most_flights pieces; the page says if some are missing. Cost: the pieces and the chart. Errors: nothing moves; the work
/// was stopped.
[[nodiscard]] Result<std::string> flow_page(RedistPlan const& plan, Schedule const& schedule, Site const& site,
                                            Watch const& watch = {});

} // namespace tessera
