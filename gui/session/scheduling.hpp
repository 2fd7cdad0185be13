// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the user's choices for scheduling, and the resulting schedule.
#pragma once

#include "gui/session/derivation.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/pipeline/site_request.hpp"
#include "libcore/pipeline/sited_schedule.hpp"
#include "libcore/redist/multi_plan.hpp"

#include <memory>
#include <optional>
#include <string>

namespace tessera::gui {

/// The user's choices for a schedule.
struct ScheduleChoice {
    std::string algorithm = "auto";
    SiteRequest site;
    friend bool operator==(ScheduleChoice const&, ScheduleChoice const&) = default;
};

/// Largest number of messages that the window schedules.
inline constexpr Index mostScheduledMessages = Index{1} << 21;

/// Returns whether there are few enough messages to compare methods by their schedules. Otherwise the window draws the direct
/// method.
[[nodiscard]] bool comparesMethods(RedistTotals const& totals);

/// Immutable, so that all views can share it.
using SchedulePointer = std::shared_ptr<SitedSchedule const>;

/// Returns whether there is a schedule with messages. Without messages there is nothing to draw or to play.
[[nodiscard]] bool sendsMessages(SchedulePointer const& sited);

/// Returns the chosen schedule. Errors: those of the names, a network that is too small, too many messages.
[[nodiscard]] Result<SchedulePointer> scheduleOf(MultiPlan const& plan, ScheduleChoice const& choice, Watch const& watch = {});

/// With more messages, `auto` first shows a schedule that may not be the best.
inline constexpr Index mostChosenAtOnce = 10'000;

/// The first schedule to show.
struct FirstSchedule {
    SchedulePointer sited;
    bool isEstimate = false; ///< true: bestInsteadOf() may find a better one
};

/// Like scheduleOf(). If finding the best takes long (many messages, `auto`), returns a schedule that is made at once and is among
/// the best by an estimate.
[[nodiscard]] Result<FirstSchedule> firstScheduleOf(Derived const& derived, ScheduleChoice const& choice, Watch const& watch = {});

/// Returns the best schedule of these messages: the given one with its final reason, or another. Error: stopped.
[[nodiscard]] Result<SchedulePointer> bestInsteadOf(SchedulePointer const& first, Watch const& watch = {});

/// Returns the chosen network, machine and placement for `ranks` ranks. Errors: those of the names; a network that is too small.
[[nodiscard]] Result<Site> siteOf(ScheduleChoice const& choice, int ranks);

/// Returns the chosen machine; null if none is. Error: there is no such profile.
[[nodiscard]] Result<std::shared_ptr<Machine const>> chosenMachine(ScheduleChoice const& choice);

} // namespace tessera::gui
