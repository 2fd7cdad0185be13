// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a redistribution as one page that plays in any browser, without a network.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/network/site.hpp"
#include "libcore/redist/redist_plan.hpp"
#include "libcore/schedule/schedule.hpp"

#include <string>

namespace tessera {

/// HTML with the owners before and after, the pieces of data that fly from one to the other in the steps of the schedule, the chart
/// of the schedule, and a script that plays and scrubs them. `schedule`: of the plan's messages, and perhaps others'.
/// At most most_flights pieces are shown; the page says so where it leaves some out. Cost: the pieces and what the chart draws.
/// Errors: nothing moves; the work was stopped.
[[nodiscard]] Result<std::string> flow_page(RedistPlan const& plan, Schedule const& schedule, Site const& site,
                                            Watch const& watch = {});

} // namespace tessera
