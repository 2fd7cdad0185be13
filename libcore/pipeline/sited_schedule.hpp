// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a schedule on its site, and the figures of its steps.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/network/site.hpp"
#include "libcore/network/step_cost.hpp"
#include "libcore/schedule/schedule.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// Cheap to copy; what it points to never changes.
struct SitedSchedule {
    Site site;
    std::shared_ptr<Schedule const> schedule;
    std::string reason; ///< why this algorithm, where `auto` chose it; else empty

    /// Its messages meet in no order: times and contention that the model finds are bounds from below.
    [[nodiscard]] bool at_least() const;
};

/// `algorithm`: its name, or "auto" (see choose_algorithm). Errors: as make_schedule and choose_algorithm; the work was stopped.
[[nodiscard]] Result<SitedSchedule> schedule_on(Site site, MessageSet messages, std::string_view algorithm,
                                                Watch const& watch = {});

/// One step, counted from 0.
struct RatedStep {
    int step = 0;
    Index messages = 0;
    Index bytes = 0;
    Index idle_ranks = 0; ///< ranks that neither send nor receive
    StepCost cost;
};

/// The steps from `first` on, at most `count`. Error: the machine lacks a rate; the work was stopped.
[[nodiscard]] Result<std::vector<RatedStep>> rate_steps(SitedSchedule const& sited, int first, int count, Watch const& watch = {});

/// The links that a message between two ranks uses, in order. Empty where one of them takes no part.
[[nodiscard]] std::vector<int> route_between(SitedSchedule const& sited, Rank from, Rank to);

} // namespace tessera
