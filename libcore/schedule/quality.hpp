// SPDX-License-Identifier: BSD-3-Clause
// Tessera: quality and correctness of a schedule.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/schedule/schedule.hpp"

#include <vector>

namespace tessera {

/// Quality measures that need neither a network nor a machine.
struct ScheduleQuality {
    int steps = 0;               ///< number of steps with at least one transfer
    Index max_degree = 0;        ///< largest degree of the message set; no one-port schedule has fewer steps
    Index one_port_cost = 0;     ///< in bytes: sum over the steps of the bytes of the step's busiest port
    Index lower_bound = 0;       ///< in bytes: bytes of the busiest port of the whole message set
    Index transfers = 0;         ///< number of messages sent, including forwarded ones
    Index bytes_sent = 0;        ///< bytes sent, including forwarded ones
    std::vector<int> idle_ranks; ///< per step: number of ranks that neither send nor receive
    Index max_memory = 0; ///< in bytes: most forwarded data that a rank holds between steps, plus the buffers of its largest step
};

/// Computes the quality. Cost: the transfers; for schedules that forward data, the moved blocks; for steps with a pattern, only the
/// steps and one rank's forwarded blocks. Error: the work was stopped.
[[nodiscard]] Result<ScheduleQuality> quality_of(Schedule const& schedule, Watch const& watch);
[[nodiscard]] ScheduleQuality quality_of(Schedule const& schedule);

/// Checks a schedule by replaying it: senders and receivers agree on every transfer; every transferred block is at its sender when
/// the step begins; every byte of every message leaves its source once and arrives at its destination once. The error names the
/// step (from 1), the ranks and the block. Another error: the work was stopped. Cost: the moved blocks.
[[nodiscard]] Result<void> validate(Schedule const& schedule, Watch const& watch = {});

} // namespace tessera
