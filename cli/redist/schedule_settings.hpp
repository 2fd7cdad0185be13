// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the schedules that a command line of redist requests.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/base/result.hpp"
#include "libcore/network/cost.hpp"
#include "libcore/pipeline/sited_schedule.hpp"
#include "libcore/redist/methods/composite_plan.hpp"
#include "libcore/runtime/move/step_order.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

struct ScheduleSettings {
    SitedSchedule sited;
    StepOrder order = StepOrder::Async;
    ScheduleCost predicted;           ///< without --machine it has no times
    std::optional<std::string> trace; ///< the trace file to write
};

/// Returns a schedule per phase, with the algorithms of --algorithm (one for all or one for each). Empty without --algorithm.
/// Errors: an unknown or unsuitable algorithm; those of network and machine; --steps, --trace and the like without
/// --algorithm; --algorithm with another transport; a trace file that exists.
[[nodiscard]] Result<std::vector<ScheduleSettings>> schedule_settings(Arguments const& arguments, CompositePlan const& plan);

/// Returns whether --algorithm auto is given without network, machine, transport, --steps or --trace. Then ranks on one node
/// copy without steps. Their copies use no common link, so a schedule would only make them wait.
[[nodiscard]] bool leaves_steps_open(Arguments const& arguments);

} // namespace tessera::cli
