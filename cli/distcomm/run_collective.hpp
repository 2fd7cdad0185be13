// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a collective among the ranks that work on an array, and its report.
#pragma once

#include "cli/distcomm/comm_array.hpp"
#include "cli/distcomm/comm_outcome.hpp"
#include "cli/distcomm/comm_trace.hpp"
#include "libcore/comm/collectives/collective_choice.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/runtime/comm/collectives/collective.hpp"

#include <optional>
#include <string>

namespace tessera::cli {

/// Returns the names that --algorithm accepts, for the man page.
[[nodiscard]] std::string algorithms_text(CollectiveKind kind);

/// Returns the algorithm of --algorithm, or the choice of auto with the rates of --machine. Errors: no such algorithm; no such
/// machine.
[[nodiscard]] Result<CollectiveChoice> load_collective(Arguments const& arguments, CollectiveTask const& task);

class CollectiveExecution {
  public:
    /// Collective over the members of the array; other ranks do nothing. The number of ranks in the task is that of the members.
    CollectiveExecution(CommArray const& array, CollectiveChoice choice, CollectiveTask const& task,
                        std::optional<Combiner> combiner = std::nullopt);

    /// Collective over the members.
    void execute(std::byte* vector) { collective_->execute(vector); }

    /// Records every run from now on, if a trace is requested. Collective over the job. Errors: those of CommTrace::expect.
    [[nodiscard]] Result<void> record(Tool const& tool, Mapping const& mapping, CommTrace& trace);

    /// Returns "loglocex, 4 messages in 2 steps" or "mpi".
    [[nodiscard]] std::string how() const;
    /// Adds the row with the reason if --machine let auto choose.
    void report_reason(Tool const& tool, CommOutcome& outcome) const;
    /// Writes "algorithm", "steps" and "messages" (both null for MPI's own), and "message_bytes".
    void entries(JsonWriter& json) const;

  private:
    CollectiveChoice choice_;
    CollectiveTask task_;
    std::optional<CollectiveTotals> totals_; // nothing for MPI's own
    std::optional<Collective> collective_;
};

} // namespace tessera::cli
