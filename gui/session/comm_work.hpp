// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what an operation on an array communicates: its plan, its messages in their order, and its picture.
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

/// Immutable, shared by all who look at it.
struct CommWork {
    std::variant<HaloPlan, GridShift, IndexPlan, CollectiveTask> plan;
    std::optional<RatedSchedule> rated; ///< nothing: no message is sent, or there are too many to order them here
    std::string summary;                ///< what is moved, in a line

    [[nodiscard]] bool isCollective() const { return std::holds_alternative<CollectiveTask>(plan); }
    [[nodiscard]] Index steps() const { return rated ? rated->schedule->steps() : 0; }
};
using CommWorkPointer = std::shared_ptr<CommWork const>;

/// `choice`: completed() for the job; what is seen of it does not matter. `root`: of a broadcast; nothing: the grid's first.
/// Errors: of the words; a network too small; the work was stopped.
[[nodiscard]] Result<CommWorkPointer> makeCommWork(Job const& job, CommChoice const& choice, ScheduleChoice const& schedule,
                                                   std::optional<Rank> root, Watch const& watch = {});

/// As `distplan comm --svg` draws it. `only`: of a halo, the rank that is looked at. Errors: no such rank or step; no message.
[[nodiscard]] Result<Scene> commScene(CommWork const& work, CommChoice const& choice, std::optional<Rank> only);

} // namespace tessera::gui
