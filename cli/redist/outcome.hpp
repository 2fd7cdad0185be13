// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what came of a redistribution, and how it is told.
#pragma once

#include "cli/redist/settings.hpp"
#include "libcore/report/sink.hpp"
#include "libcore/runtime/file_copy/room.hpp"
#include "libcore/runtime/move/verification.hpp"
#include "libcore/schedule/trace.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

/// With --memory: what the messages of all ranks together took, in the round that took the most.
struct RoundReport {
    Index rounds = 1;
    Index predicted_bytes = 0; ///< at most
    Index held_bytes = 0;
};

enum class Verification {
    None,
    Elements, ///< generated data: each element compared with its value
    Checksum  ///< data from a file: a checksum of all elements and their places, before and after
};

struct RedistOutcome {
    RedistTotals totals;
    int ranks = 1;
    double plan_seconds = 0;           ///< the slowest rank's, to compile its share of the plan
    std::vector<double> move_seconds;  ///< the slowest rank's, per repetition
    std::vector<double> back_seconds;  ///< of the way back, with --round-trip
    std::optional<RoundReport> rounds; ///< with --memory
    std::optional<NodeWays> node_ways; ///< of all ranks together, where the transport knows nodes, and without --memory
    std::vector<TracedTransfer> trace; ///< of the last repetition, with --trace; on rank 0
    Verification verification = Verification::None;
    std::optional<std::string> wrong; ///< what the verification found, in words
    std::optional<std::uint64_t> checksum;
    std::optional<DiskRoom> room; ///< of --out, before it was written; on rank 0
};

/// Bytes that reached a target per second of the median repetition; nothing where that took no time.
[[nodiscard]] std::optional<double> bytes_per_second(RedistSettings const& settings, RedistOutcome const& outcome);

/// "real8 A(8,8): (block,*) onto P(4) -> (*,block) onto P(4)" and the end of the line.
[[nodiscard]] std::string redist_heading(RedistPlan const& plan);

/// Schema tessera.run/1 (share/doc/formats.md).
void redist_outcome_json(RedistSettings const& settings, RedistOutcome const& outcome, Sink const& sink);
void redist_outcome_text(RedistSettings const& settings, RedistOutcome const& outcome, Sink const& sink);

/// Chrome's trace format for files called *.chrome.json, else schema tessera.trace/1. Precondition: there is a schedule.
[[nodiscard]] std::string trace_document(RedistSettings const& settings, RedistOutcome const& outcome);

} // namespace tessera::cli
