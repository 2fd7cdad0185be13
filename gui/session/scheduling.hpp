// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how the messages of a job travel: what the person chooses, and the schedule that follows.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/pipeline/site_request.hpp"
#include "libcore/pipeline/sited_schedule.hpp"
#include "libcore/redist/multi_plan.hpp"

#include <memory>
#include <optional>
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

/// The schedule that is chosen. Errors: those of the names, a network too small, too many messages.
[[nodiscard]] Result<SchedulePointer> scheduleOf(MultiPlan const& plan, ScheduleChoice const& choice, Watch const& watch = {});

/// Of more messages than these `auto` shows a schedule before it knows the best for certain.
inline constexpr Index mostChosenAtOnce = 10'000;

/// Something to look at.
struct FirstSchedule {
    SchedulePointer sited;
    bool isEstimate = false; ///< bestInsteadOf() may know a better one
};

/// As scheduleOf(), but where finding out the best for certain makes one wait (many messages, `auto`) one that is made at once, and
/// by an estimate among the best.
[[nodiscard]] Result<FirstSchedule> firstScheduleOf(MultiPlan const& plan, ScheduleChoice const& choice, Watch const& watch = {});

/// The best schedule of these messages: this one, with the final reason, or another. Error: stopped.
[[nodiscard]] Result<SchedulePointer> bestInsteadOf(SchedulePointer const& first, Watch const& watch = {});

/// The step, from 0, in which a schedule sends from one rank to another; nothing where it forwards the message under other names,
/// or has more messages than are searched.
[[nodiscard]] std::optional<int> stepOf(Schedule const& schedule, Rank from, Rank to);

/// The network, machine and placement that are chosen, for so many ranks. Errors: those of the names; a network too small.
[[nodiscard]] Result<Site> siteOf(ScheduleChoice const& choice, int ranks);

/// The machine that is chosen; null where none is. Error: there is no such profile.
[[nodiscard]] Result<std::shared_ptr<Machine const>> chosenMachine(ScheduleChoice const& choice);

} // namespace tessera::gui
