// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the communication of an operation on an array: its plan, its schedule, and its picture.
#pragma once

#include "gui/session/comm_choice.hpp"
#include "gui/session/scheduling.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/comm/collectives/collective_algorithm.hpp"
#include "libcore/comm/index/index_plan.hpp"
#include "libcore/pipeline/rated_schedule.hpp"
#include "libcore/scene/scene.hpp"

#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace tessera::gui {

/// Immutable, so that several views can share it.
struct CommWork {
    std::variant<HaloPlan, GridShift, IndexPlan, CollectiveTask> plan;
    std::optional<RatedSchedule> rated; ///< nothing: there are no messages, or too many to schedule here
    std::string summary;                ///< a line on the volume and the schedule

    [[nodiscard]] bool isCollective() const { return std::holds_alternative<CollectiveTask>(plan); }
    [[nodiscard]] Index steps() const { return rated ? rated->schedule->steps() : 0; }
};
using CommWorkPointer = std::shared_ptr<CommWork const>;

/// `choice`: completed() for the job; its view settings are ignored. `root`: of a broadcast; nothing: the first rank of the grid.
/// Errors: invalid texts; a network that is too small; the work was stopped.
[[nodiscard]] Result<CommWorkPointer> makeCommWork(Job const& job, CommChoice const& choice, ScheduleChoice const& schedule,
                                                   std::optional<Rank> root, Watch const& watch = {});

/// Returns the picture that `distplan comm --svg` draws. `only`: for a halo, the selected rank. Errors: no such rank or step; no
/// message.
[[nodiscard]] Result<Scene> commScene(CommWork const& work, CommChoice const& choice, std::optional<Rank> only);

} // namespace tessera::gui
