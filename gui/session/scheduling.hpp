// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how the messages of a job travel: what the person chooses, and the schedule that follows.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/pipeline/site_request.hpp"
#include "libcore/pipeline/sited_schedule.hpp"
#include "libcore/redist/multi_plan.hpp"

#include <functional>
#include <memory>
#include <string>

namespace tessera::gui {

/// What the person chooses about the way.
struct ScheduleChoice {
    std::string algorithm = "auto";
    SiteRequest site;
    friend bool operator==(ScheduleChoice const&, ScheduleChoice const&) = default;
};

/// More messages than these are not scheduled by the window.
inline constexpr Index mostScheduledMessages = Index{1} << 21;

/// Methods are compared by the schedules of their messages. Where those are too many the window draws the direct one.
[[nodiscard]] bool comparesMethods(RedistTotals const& totals);

/// Immutable, shared by all views.
using SchedulePointer = std::shared_ptr<SitedSchedule const>;

/// There is a schedule, and it has messages: without any there is nothing to draw or to play.
[[nodiscard]] bool sendsMessages(SchedulePointer const& sited);

/// Of more messages than these `auto` shows a schedule before it knows the best for certain.
inline constexpr Index mostChosenAtOnce = 10'000;

/// `first`: takes the schedule of the algorithm that is estimated to be the best, where finding it out for certain makes one wait
/// (many messages, `auto`); the result is that same schedule, with the final reason, or a better one.
/// Errors: those of the names, a network too small, too many messages.
[[nodiscard]] Result<SchedulePointer> scheduleOf(MultiPlan const& plan, ScheduleChoice const& choice, Watch const& watch = {},
                                                 std::function<void(SchedulePointer)> const& first = {});

/// The network, machine and placement that are chosen, for so many ranks. Errors: those of the names; a network too small.
[[nodiscard]] Result<Site> siteOf(ScheduleChoice const& choice, int ranks);

/// The machine that is chosen; null where none is. Error: there is no such profile.
[[nodiscard]] Result<std::shared_ptr<Machine const>> chosenMachine(ScheduleChoice const& choice);

} // namespace tessera::gui
