// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the schedule a command line of redist asks for.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/base/result.hpp"
#include "libcore/network/cost.hpp"
#include "libcore/pipeline/sited_schedule.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/runtime/move/step_order.hpp"

#include <optional>
#include <string>

namespace tessera::cli {

struct ScheduleSettings {
    SitedSchedule sited;
    StepOrder order = StepOrder::Async;
    ScheduleCost predicted;           ///< its times are absent without --machine
    std::optional<std::string> trace; ///< a file to write
};

/// Nothing without --algorithm. Errors: an algorithm that is unknown or does not apply; the network's and the machine's; --steps,
/// --trace and the like without --algorithm, or --algorithm beside another way for messages to go; a trace file that exists.
[[nodiscard]] Result<std::optional<ScheduleSettings>> schedule_settings(Arguments const& arguments, MultiPlan const& plan);

} // namespace tessera::cli
