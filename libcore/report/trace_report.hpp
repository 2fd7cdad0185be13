// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a schedule that was run: who sent what when, beside what was predicted.
#pragma once

#include "libcore/network/cost.hpp"
#include "libcore/report/sink.hpp"
#include "libcore/schedule/trace.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// One execution of a schedule. All of it must outlive the report.
struct ExecutedSchedule {
    std::string algorithm;
    std::string order; ///< how strictly steps followed one another: "async", "local", "barrier"
    int ranks = 0;     ///< of the job
    std::string topology;
    std::string machine;                       ///< its name; empty: no times were predicted
    ScheduleCost const& predicted;             ///< one entry per step
    std::span<TracedTransfer const> transfers; ///< by step
    std::string operation = {};                ///< "halo", "shift", ...; empty: a redistribution
};

/// When the transfers of a step began and ended; nothing for a step without any.
struct StepInterval {
    double start = 0;
    double end = 0;
};
[[nodiscard]] std::vector<std::optional<StepInterval>> step_intervals(std::span<TracedTransfer const> transfers, int steps);

/// From the first transfer to the last; 0 without any.
[[nodiscard]] double time_in_transfers(std::span<TracedTransfer const> transfers);

/// Schema tessera.trace/1 (share/doc/formats.md).
void trace_json(ExecutedSchedule const& executed, Sink const& sink);

/// Chrome's trace format: one row per rank, its transfers from the start to the arrival. They overlap, hence asynchronous events.
void trace_chrome(ExecutedSchedule const& executed, Sink const& sink);

/// One of them: Chrome's format for files called *.chrome.json.
[[nodiscard]] std::string trace_document(ExecutedSchedule const& executed, std::string_view path);

} // namespace tessera
