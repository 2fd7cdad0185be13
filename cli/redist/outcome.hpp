// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the outcome of a redistribution, as text and JSON.
#pragma once

#include "cli/redist/settings.hpp"
#include "libcore/files/copy/disk_space.hpp"
#include "libcore/report/sink.hpp"
#include "libcore/runtime/move/verification.hpp"
#include "libcore/schedule/trace.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

/// Message memory of all ranks together with --memory, in the round that needed most.
struct RoundReport {
    Index rounds = 1;
    Index predicted_bytes = 0; ///< upper bound
    Index held_bytes = 0;
};

enum class Verification {
    None,
    Elements, ///< generated data: each element was compared with its value
    Checksum  ///< other data: checksums over elements and positions, before and after
};

struct RedistOutcome {
    RedistTotals totals;
    int ranks = 1;
    double plan_seconds = 0;                 ///< time of the slowest rank to compile its share of the plan
    std::vector<double> move_seconds;        ///< time of the slowest rank, per repetition
    std::vector<double> back_seconds;        ///< of the way back, with --round-trip
    std::optional<RoundReport> rounds;       ///< with --memory
    std::optional<NodeTraffic> node_traffic; ///< of all ranks together, for transports that distinguish nodes; not with --memory
    std::vector<TracedTransfer> trace;       ///< of the last repetition, on rank 0, with --trace
    Verification verification = Verification::None;
    std::optional<std::string> wrong; ///< the mismatch in words
    std::optional<std::uint64_t> checksum;
    std::optional<DiskSpace> room; ///< of --out, before it was written; on rank 0
};

/// Returns the delivered bytes per second of the median repetition. Empty if that took no time.
[[nodiscard]] std::optional<double> bytes_per_second(RedistSettings const& settings, RedistOutcome const& outcome);

/// Returns a line such as "real8 A(8,8): (block,*) onto P(4) -> (*,block) onto P(4)" with its line end.
[[nodiscard]] std::string redist_heading(RedistPlan const& plan);

/// Writes the outcome in schema tessera.run/1 (share/doc/formats.md).
void redist_outcome_json(RedistSettings const& settings, RedistOutcome const& outcome, Sink const& sink);
void redist_outcome_text(RedistSettings const& settings, RedistOutcome const& outcome, Sink const& sink);

/// Returns the trace in Chrome's format for files named *.chrome.json, else in schema tessera.trace/1. Precondition: there is
/// a schedule.
[[nodiscard]] std::string trace_document(RedistSettings const& settings, RedistOutcome const& outcome);

} // namespace tessera::cli
