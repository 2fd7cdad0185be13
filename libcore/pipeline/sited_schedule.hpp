// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a schedule on a site, and the figures of its steps.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/network/site.hpp"
#include "libcore/network/step_cost.hpp"
#include "libcore/schedule/schedule.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// A schedule on a site. Cheap to copy, because the objects behind its pointers are immutable.
struct SitedSchedule {
    Site site;
    std::shared_ptr<Schedule const> schedule;
    std::string reason; ///< reason for the choice of `auto`; otherwise empty

    /// Returns whether its messages have no order. Then the model's times and contention are lower bounds.
    [[nodiscard]] bool at_least() const;
};

/// Makes the schedule. `algorithm`: its name, or "auto" (see choose_algorithm). Errors: as make_schedule and choose_algorithm; the
/// work was stopped.
[[nodiscard]] Result<SitedSchedule> schedule_on(Site site, MessageSet messages, std::string_view algorithm,
                                                Watch const& watch = {});

/// The figures of one step.
struct RatedStep {
    int step = 0;
    Index messages = 0;
    Index bytes = 0;
    Index idle_ranks = 0; ///< number of ranks that neither send nor receive
    StepCost cost;
};

/// Returns the steps from number `first` on, at most `count`. Error: the work was stopped.
[[nodiscard]] Result<std::vector<RatedStep>> rate_steps(SitedSchedule const& sited, int first, int count, Watch const& watch = {});

/// Returns the 0-based step in which a schedule sends from one rank to another. Returns nothing if it forwards the message through
/// other ranks, or if it has more messages than are searched.
[[nodiscard]] std::optional<int> step_between(Schedule const& schedule, Rank from, Rank to);

/// Returns the links that a message between two ranks uses, in order. Empty if one of the ranks takes no part.
[[nodiscard]] std::vector<int> route_between(SitedSchedule const& sited, Rank from, Rank to);

} // namespace tessera
