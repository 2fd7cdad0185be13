// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an executed schedule: all transfers with their times, and the prediction.
#pragma once

#include "libcore/network/cost.hpp"
#include "libcore/report/run_times.hpp"
#include "libcore/report/sink.hpp"
#include "libcore/schedule/trace.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// One execution of a schedule. The referenced objects must outlive the report.
struct ExecutedSchedule {
    std::string algorithm;
    std::string order; ///< how strictly steps are ordered: "async", "local", "barrier"
    int ranks = 0;     ///< number of ranks in the job
    std::string topology;
    std::string machine;                       ///< name of the machine; empty: no times were predicted
    ScheduleCost const& predicted;             ///< one entry per step
    std::span<TracedTransfer const> transfers; ///< in order of step
    std::string operation = {};                ///< "halo", "shift", ...; empty: a redistribution
    std::optional<TimeSummary> times = {};     ///< of all executions; the transfers are those of the last
};

/// Start and end of the transfers of a step; nothing for a step without transfers.
struct StepInterval {
    double start = 0;
    double end = 0;
};
[[nodiscard]] std::vector<std::optional<StepInterval>> step_intervals(std::span<TracedTransfer const> transfers, int steps);

/// Returns the time from the first start to the last end; 0 without transfers.
[[nodiscard]] double time_in_transfers(std::span<TracedTransfer const> transfers);

/// Writes JSON of schema tessera.trace/1 (share/doc/formats.md).
void trace_json(ExecutedSchedule const& executed, Sink const& sink);

/// Writes Chrome's trace format: one row per rank with its transfers from the start to the arrival. They overlap, so they are
/// asynchronous events.
void trace_chrome(ExecutedSchedule const& executed, Sink const& sink);

/// Returns one of the two documents: Chrome's format if the path ends in .chrome.json.
[[nodiscard]] std::string trace_document(ExecutedSchedule const& executed, std::string_view path);

} // namespace tessera
