// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a schedule with all that is known about it on its site, alone or beside those of the other algorithms.
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

/// Errors: as cost_of; the work was stopped.
[[nodiscard]] Result<RatedSchedule> rate(SitedSchedule sited, Watch const& watch = {});

/// One algorithm among others. Either it has a refusal or the figures.
struct ComparedSchedule {
    std::string algorithm;
    std::string refusal; ///< why it cannot be used here; empty: it can
    int steps = 0;
    Index transfers = 0;
    Index bytes_sent = 0;  ///< by all ranks, forwarded data each time it is sent
    double port_ratio = 1; ///< one-port cost over its lower bound
    double max_load = 0;   ///< most messages on a link in any step, over its width
    double congestion_impact = 1;
    double congested_bytes = 0; ///< through the busiest port or link, step by step
    std::optional<double> time; ///< seconds, packing included
    bool at_least = false;      ///< the last three are bounds from below: there is no order of messages to judge
};

/// The figures by which a schedule is compared with others.
[[nodiscard]] ComparedSchedule compared(RatedSchedule const& rated);
/// The same of the algorithm with this name; where it does not apply, the answer says why.
[[nodiscard]] ComparedSchedule compared(std::string_view algorithm, MessageSet const& messages, Site const& site,
                                        Watch const& watch = {});

/// All algorithms in the order of algorithms(); `found` gets each as soon as it is known. Error: the work was stopped.
[[nodiscard]] Result<std::vector<ComparedSchedule>>
compare_algorithms(MessageSet const& messages, Site const& site, Watch const& watch = {},
                   std::function<void(ComparedSchedule const&)> const& found = {});

/// The fastest first (by time, else by bytes through the busiest port or link), those that do not apply last.
void sort_compared(std::vector<ComparedSchedule>& rows);

} // namespace tessera
