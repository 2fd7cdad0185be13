// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a grid shift moves, as text and JSON.
#pragma once

#include "libcore/comm/shift/grid_shift.hpp"
#include "libcore/pipeline/rated_schedule.hpp"
#include "libcore/report/redist_report.hpp"
#include "libcore/report/sink.hpp"

#include <optional>

namespace tessera {

struct ShiftReport {
    GridShift shift;
    std::optional<RatedSchedule> schedule; ///< nothing where there is no message
};

/// With a rank chosen, the runs of its memory and where they go.
void shift_text(ShiftReport const& report, RedistReportOptions const& options, Sink const& sink);
/// Schema tessera.shift/1: totals as those of tessera.redist/1, what is lost, and for each rank what it receives and from how many,
/// and its runs where one rank is chosen.
void shift_json(ShiftReport const& report, RedistReportOptions const& options, Sink const& sink);

} // namespace tessera
