// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the steps of a schedule, the link loads, and the time, as text and JSON.
#pragma once

#include "libcore/pipeline/rated_schedule.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/sink.hpp"

#include <string>
#include <vector>

namespace tessera {

/// Amount of detail in the report of a schedule.
enum class ScheduleDetail {
    Totals, ///< the figures of the whole schedule
    Steps   ///< the figures, and every step with its messages
};

/// Writes JSON of schema tessera.schedule/1, with real ranks. Times are null without a machine. Transfers list blocks as [from, to,
/// offset, bytes] if they carry messages of other pairs, or parts of messages.
void schedule_json(RatedSchedule const& rated, Sink const& sink);
/// Returns the number of list entries in the report: the messages of the steps and, approximately, the blocks in forwarded
/// messages.
[[nodiscard]] Index messages_named(RatedSchedule const& rated);
/// The largest number of entries of one document, which then has some hundred MiB.
inline constexpr Index most_messages_named = Index{1} << 24;
/// Writes the same as a part of another document.
void write_schedule(JsonWriter& json, RatedSchedule const& rated, ScheduleDetail detail = ScheduleDetail::Steps);

/// Writes the figures of the whole schedule: its steps, volume, memory, and time.
void schedule_totals_text(RatedSchedule const& rated, Sink const& sink);
/// Writes the totals, and the table of steps in the papers' style ("0<->1", "0->3"), `width` characters wide. Unless `all`, it
/// shows the first and last of many steps, and the first of many messages in a step.
void schedule_text(RatedSchedule const& rated, int width, bool all, Sink const& sink);

/// Returns the schedule in a line: "3 steps on mesh(4,4) by pex, 2.24 ms".
[[nodiscard]] std::string schedule_line(RatedSchedule const& rated);

void comparison_text(std::vector<ComparedSchedule> const& rows, Sink const& sink);
/// Writes JSON of schema tessera.schedules/1.
void comparison_json(std::vector<ComparedSchedule> const& rows, Sink const& sink);
void write_comparison(JsonWriter& json, std::vector<ComparedSchedule> const& rows);

/// Write every message as an event of its sender, for trace viewers: in Chrome's trace format (JSON) and in Paje's. A step has its
/// predicted time, or a millisecond if no time is known.
void schedule_chrome_trace(RatedSchedule const& rated, Sink const& sink);
void schedule_paje_trace(RatedSchedule const& rated, Sink const& sink);

} // namespace tessera
