// SPDX-License-Identifier: BSD-3-Clause
// Tessera: in which order messages go, which links they load, and how long it takes.
#pragma once

#include "libcore/pipeline/rated_schedule.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/sink.hpp"

#include <string>
#include <vector>

namespace tessera {

/// How much of a schedule a document holds.
enum class ScheduleDetail {
    Totals, ///< the figures of the whole schedule
    Steps   ///< the same, and every step with its messages
};

/// Schema tessera.schedule/1. Real ranks; times null without a machine; blocks as [from, to, offset, bytes] where the transfers of
/// the algorithm carry other messages than the one they are named after, or parts of it.
void schedule_json(RatedSchedule const& rated, Sink const& sink);
/// How many entries its lists have: messages of the steps and, about, the blocks that forwarded ones carry.
[[nodiscard]] Index messages_named(RatedSchedule const& rated);
/// The same within a document.
void write_schedule(JsonWriter& json, RatedSchedule const& rated, ScheduleDetail detail = ScheduleDetail::Steps);

/// The figures of the whole schedule: its steps, volume, memory, and time.
void schedule_totals_text(RatedSchedule const& rated, Sink const& sink);
/// The same, and the table of steps in the papers' style ("0<->1", "0->3"), `width` characters wide. Of many steps the first and
/// the last are shown, of many messages in a step the first ones, unless `all`.
void schedule_text(RatedSchedule const& rated, int width, bool all, Sink const& sink);

/// "3 steps on mesh(4,4) by pex, 2.24 ms": a schedule in a line.
[[nodiscard]] std::string schedule_line(RatedSchedule const& rated);

void comparison_text(std::vector<ComparedSchedule> const& rows, Sink const& sink);
/// Schema tessera.schedules/1.
void comparison_json(std::vector<ComparedSchedule> const& rows, Sink const& sink);
void write_comparison(JsonWriter& json, std::vector<ComparedSchedule> const& rows);

/// Every message as an event of its sender, for trace viewers. A step takes its predicted time, or a millisecond where no time is
/// known. Chrome's trace format (JSON), and Paje's.
void schedule_chrome_trace(RatedSchedule const& rated, Sink const& sink);
void schedule_paje_trace(RatedSchedule const& rated, Sink const& sink);

} // namespace tessera
