// SPDX-License-Identifier: BSD-3-Clause
// Tessera: in which order messages go, which links they load, and how long it takes.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/network/cost.hpp"
#include "libcore/report/sink.hpp"
#include "libcore/schedule/quality.hpp"
#include "libcore/schedule/schedule.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// A schedule and what is known about it on one network. All of it must outlive the report.
struct RatedSchedule {
    Schedule const& schedule;
    ScheduleQuality const& quality;
    ScheduleCost const& cost;
    std::string topology; ///< its name
    std::string machine;  ///< its name; empty: times are not known
    std::string reason;   ///< why this algorithm; empty: the user asked for it
};

/// Schema tessera.schedule/1. Real ranks; times null without a machine; blocks as [from, to, offset, bytes] where the transfers of
/// the algorithm carry other messages than the one they are named after, or pieces.
void schedule_json(RatedSchedule const& rated, Sink const& sink);

/// What it costs, and the table of steps in the papers' style ("0<->1", "0->3"), `width` characters wide. Of many steps the
/// first and the last are shown, of many messages in a step the first ones, unless `all`.
void schedule_text(RatedSchedule const& rated, int width, bool all, Sink const& sink);

/// One algorithm among others. Either it has a refusal or the figures.
struct ComparedSchedule {
    std::string algorithm;
    std::string refusal;
    int steps = 0;
    Index bytes_sent = 0;  ///< by all ranks, forwarded data each time it is sent
    double port_ratio = 1; ///< one-port cost over its lower bound
    double max_load = 0;   ///< most messages on a link in any step, over its width
    double congestion_impact = 1;
    double congested_bytes = 0;
    std::optional<double> time; ///< seconds, packing included
};

/// The fastest first (by time, else by bytes through the busiest port or link), those that do not apply last.
void sort_compared(std::vector<ComparedSchedule>& rows);
void comparison_text(std::vector<ComparedSchedule> const& rows, Sink const& sink);
/// Schema tessera.schedules/1.
void comparison_json(std::vector<ComparedSchedule> const& rows, Sink const& sink);

/// Every message as an event of its sender, for trace viewers. A step takes its predicted time, or a millisecond where no time is
/// known. Chrome's trace format (JSON), and Paje's.
void schedule_chrome_trace(RatedSchedule const& rated, Sink const& sink);
void schedule_paje_trace(RatedSchedule const& rated, Sink const& sink);

} // namespace tessera
