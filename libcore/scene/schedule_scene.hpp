// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of a schedule: ranks downwards, steps to the right, in every cell the partner.
#pragma once

#include "libcore/network/step_cost.hpp"
#include "libcore/scene/scene.hpp"
#include "libcore/schedule/schedule.hpp"
#include "libcore/sets/run.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// What is drawn of a schedule, and how.
struct ScheduleView {
    enum class Shade {
        Partner, ///< the colour of the rank sent to; several ranks or steps per cell: the share of them that is busy
        Bytes    ///< the darker the more
    };

    Run positions; ///< rows, by the schedule's positions
    Run steps;     ///< from 0
    Shade shade = Shade::Partner;
    std::optional<int> current;   ///< a step that is framed
    int to_come = 0;              ///< of the rows of bars below, how many are still being counted: their room is kept
    bool as_long_as_time = false; ///< a step is as wide as it takes long, where times are known
    Index most_rows = 64;         ///< with more ranks a cell is several of them
    Index most_columns = 96;
    double width = 900; ///< pixels of all columns at most
    double height = 560;

    [[nodiscard]] static ScheduleView all(Schedule const& schedule) {
        return {.positions = {0, schedule.size()}, .steps = {0, schedule.steps()}, .current = {}};
    }
};

/// A cell is the colour of the partner and names it. Where a rank receives from another than it sends to, a strip below has that
/// one's colour; a rank that only receives has the strip alone. Below the chart stand, per step, the bytes of the busiest rank and,
/// where `costs` (one per step of the schedule, or none) are given, the load of the busiest link and the time.
/// Tags: SceneTag::Kind::Steps for every cell and bar.
[[nodiscard]] Scene schedule_scene(std::string const& title, std::string const& subtitle, Schedule const& schedule,
                                   std::vector<StepCost> const& costs, ScheduleView const& view);

} // namespace tessera
