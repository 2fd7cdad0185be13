// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the layout pass of a schedule: ranks downwards, steps to the right, the partner in every cell.
#pragma once

#include "libcore/network/step_cost.hpp"
#include "libcore/scene/scene.hpp"
#include "libcore/schedule/schedule.hpp"
#include "libcore/sets/run.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// The drawn part of a schedule, and its appearance.
struct ScheduleView {
    enum class Shade {
        Partner, ///< colour of the rank sent to; for several ranks or steps per cell: the share of them that is busy
        Bytes    ///< darker means more bytes
    };

    Run positions; ///< rows, by the schedule's positions
    Run steps;     ///< 0-based
    Shade shade = Shade::Partner;
    std::optional<int> current;   ///< a step that is framed
    int to_come = 0;              ///< number of rows of bars below whose values are not known yet; space for them is reserved
    bool as_long_as_time = false; ///< the width of a step shows its time, if times are known
    Index most_rows = 64;         ///< with more ranks, a cell covers several
    Index most_columns = 96;
    double width = 900; ///< largest width of all columns in pixels
    double height = 560;

    [[nodiscard]] static ScheduleView all(Schedule const& schedule) {
        return {.positions = {0, schedule.size()}, .steps = {0, schedule.steps()}, .current = {}};
    }
};

/// A cell has the colour and the number of its partner. If a rank receives from another rank than it sends to, a strip below has
/// that one's colour; a rank that only receives has the strip alone. Below the chart are, per step, the bytes of the busiest rank.
/// If `costs` (one per step of the schedule, or none) are given, the load of the busiest link and the time follow. Tags:
/// StepsTag for every cell and bar.
[[nodiscard]] Scene schedule_scene(std::string const& title, std::string const& subtitle, Schedule const& schedule,
                                   std::vector<StepCost> const& costs, ScheduleView const& view);

} // namespace tessera
