// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a schedule with its quality and cost on a site, alone or in comparison with other algorithms.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/network/cost.hpp"
#include "libcore/pipeline/sited_schedule.hpp"
#include "libcore/schedule/quality.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

struct RatedSchedule : SitedSchedule {
    ScheduleQuality quality;
    ScheduleCost cost;
};

/// Computes quality and cost. Errors: as cost_of; the work was stopped.
[[nodiscard]] Result<RatedSchedule> rate(SitedSchedule sited, Watch const& watch = {});

/// One algorithm in a comparison. It has either a refusal or the figures.
struct ComparedSchedule {
    std::string algorithm;
    std::string refusal; ///< reason why it cannot be used here; empty if it can
    int steps = 0;
    Index transfers = 0;
    Index bytes_sent = 0;  ///< bytes sent by all ranks, counting forwarded data each time
    double port_ratio = 1; ///< one-port cost over its lower bound
    double max_load = 0;   ///< largest number of messages on a link in any step, over its width
    double congestion_impact = 1;
    double congested_bytes = 0; ///< sum over the steps of the bytes through the busiest port or link
    std::optional<double> time; ///< seconds, including packing
    std::string lack;           ///< the rate that the machine lacks, as a sentence, so that there is no time; often empty
    bool at_least = false;      ///< the last three are lower bounds, because the messages have no order
};

/// Returns the figures of a schedule for a comparison.
[[nodiscard]] ComparedSchedule compared(RatedSchedule const& rated);
/// Returns the figures of the algorithm with this name, or the reason why it does not apply.
[[nodiscard]] ComparedSchedule compared(std::string_view algorithm, MessageSet const& messages, Site const& site,
                                        Watch const& watch = {});

/// Returns all algorithms in the order of algorithms(). Calls `found` with each as soon as it is known. Error: the work was
/// stopped.
[[nodiscard]] Result<std::vector<ComparedSchedule>>
compare_algorithms(MessageSet const& messages, Site const& site, Watch const& watch = {},
                   std::function<void(ComparedSchedule const&)> const& found = {});

/// Sorts the fastest first, then those without a time by their bytes through the busiest port or link, then those that do not
/// apply.
void sort_compared(std::vector<ComparedSchedule>& rows);

} // namespace tessera
