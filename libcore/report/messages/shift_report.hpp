// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages of a grid shift, as text and JSON.
#pragma once

#include "libcore/comm/shift/grid_shift.hpp"
#include "libcore/pipeline/rated_schedule.hpp"
#include "libcore/report/messages/redist_report.hpp"
#include "libcore/report/sink.hpp"

#include <optional>

namespace tessera {

struct ShiftReport {
    GridShift shift;
    std::optional<RatedSchedule> schedule; ///< nothing if there is no message
};

/// With a selected rank, writes the runs of its memory and their targets.
void shift_text(ShiftReport const& report, RedistReportOptions const& options, Sink const& sink);
/// Writes JSON of schema tessera.shift/1: totals as in tessera.redist/1, the elements that are lost, and for each rank the elements
/// it receives and the number of senders. If one rank is selected, its runs follow.
void shift_json(ShiftReport const& report, RedistReportOptions const& options, Sink const& sink);

} // namespace tessera
