// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how good a schedule is, and whether it is right.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/schedule/schedule.hpp"

#include <vector>

namespace tessera {

/// Figures that need neither a network nor a machine.
struct ScheduleQuality {
    int steps = 0;               ///< steps that carry at least one transfer
    Index max_degree = 0;        ///< of the message set: no one-port schedule has fewer steps
    Index one_port_cost = 0;     ///< bytes: sum over steps of the busiest port of that step
    Index lower_bound = 0;       ///< bytes: busiest port of the whole message set
    Index transfers = 0;         ///< messages really sent, forwarded ones included
    Index bytes_sent = 0;        ///< volume really sent
    std::vector<int> idle_ranks; ///< per step: ranks that neither send nor receive
    Index max_memory = 0;        ///< bytes: most foreign data any rank holds between steps, plus its largest step's buffers
};

/// Cost: the transfers; where data is forwarded, the blocks that travel; of steps that have a pattern, the steps and what one rank
/// forwards. Error: the work was stopped.
[[nodiscard]] Result<ScheduleQuality> quality_of(Schedule const& schedule, Watch const& watch);
[[nodiscard]] ScheduleQuality quality_of(Schedule const& schedule);

/// Plays the schedule: senders and receivers agree on every transfer; every transferred block is at its sender when the step
/// begins; every byte of every message leaves its source once and arrives at its destination once. The error names the step (from
/// 1), the ranks and the block; or the work was stopped. Cost: the blocks that travel.
[[nodiscard]] Result<void> validate(Schedule const& schedule, Watch const& watch = {});

} // namespace tessera
