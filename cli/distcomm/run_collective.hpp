// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a collective among the ranks that work on an array, and what is told of it.
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

/// What --algorithm takes, for the man page.
[[nodiscard]] std::string algorithms_text(CollectiveKind kind);

/// What --algorithm names, or auto chooses with the rates of --machine. Errors: no such algorithm; no such machine.
[[nodiscard]] Result<CollectiveChoice> load_collective(Arguments const& arguments, CollectiveTask const& task);

class CollectiveRun {
  public:
    /// Collective over the members of the array; on other ranks nothing is made. The task has as many ranks as there are members.
    CollectiveRun(CommArray const& array, CollectiveChoice choice, CollectiveTask const& task,
                  std::optional<Combiner> combiner = std::nullopt);

    /// Collective over the members.
    void execute(std::byte* vector) { collective_->execute(vector); }

    /// Records every run from now on, where a trace is wanted. Collective over the job. Errors: as CommTrace::expect.
    [[nodiscard]] Result<void> record(Tool const& tool, Mapping const& mapping, CommTrace& trace);

    /// "loglocex, 4 messages in 2 steps"; "mpi".
    [[nodiscard]] std::string how() const;
    /// The row that says why, where --machine let auto choose.
    void tell_reason(Tool const& tool, CommOutcome& outcome) const;
    /// "algorithm", "steps" and "messages", both null where they are MPI's, and "message_bytes".
    void entries(JsonWriter& json) const;

  private:
    CollectiveChoice choice_;
    CollectiveTask task_;
    std::optional<CollectiveTotals> totals_; // nothing of MPI's own
    std::optional<Collective> collective_;
};

} // namespace tessera::cli
