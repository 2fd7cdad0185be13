// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the schedule a command line of redist asks for.
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
    ScheduleCost predicted;           ///< its times are absent without --machine
    std::optional<std::string> trace; ///< a file to write
};

/// One for each phase, the algorithms being those that --algorithm names, one for all or one for each; none without --algorithm.
/// Errors: an algorithm that is unknown or does not apply; the network's and the machine's; --steps,
/// --trace and the like without --algorithm, or --algorithm beside another way for messages to go; a trace file that exists.
[[nodiscard]] Result<std::vector<ScheduleSettings>> schedule_settings(Arguments const& arguments, CompositePlan const& plan);

/// Is it --algorithm auto, and nothing names a network, a machine or a transport, or says what is to be done in steps? Then ranks
/// that share one node's memory do without: their copies meet on no link, and a schedule could only make them wait for each other.
[[nodiscard]] bool leaves_steps_open(Arguments const& arguments);

} // namespace tessera::cli
