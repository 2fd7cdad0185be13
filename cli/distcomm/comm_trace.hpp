// SPDX-License-Identifier: BSD-3-Clause
// Tessera: --trace of distcomm: all transfers with their times, and the prediction.
#pragma once

#include "cli/common/tool.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/collectives/collective_algorithm.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/network/cost.hpp"
#include "libcore/network/site.hpp"
#include "libcore/runtime/move/schedule/trace_recorder.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/schedule/message_set.hpp"
#include "libcore/schedule/schedule.hpp"

#include <memory>
#include <optional>
#include <string>

namespace tessera::cli {

/// Writes schema tessera.trace/1, or Chrome's format, like redist --trace. Does nothing without the option.
class CommTrace {
  public:
    /// Collective. Error, on all ranks: the file exists, and --force is not given.
    [[nodiscard]] static Result<CommTrace> make(Tool const& tool, Communicator const& world);

    [[nodiscard]] bool wanted() const { return path_.has_value(); }

    /// Sets the expected messages, which all go at once. All ranks get the same result. Errors: those of schedule_on and cost_of.
    [[nodiscard]] Result<void> expect(Tool const& tool, Result<MessageSet> messages);
    /// Sets the expected messages of a collective. Errors: MPI's own algorithm, or one that multicasts by MPI_Bcast, because MPI
    /// does not show its messages.
    [[nodiscard]] Result<void> expect(Tool const& tool, CollectiveAlgorithm const& algorithm, CollectiveTask const& task,
                                      Mapping const& mapping);

    /// Records the last run; null if nothing is recorded. The address stays valid.
    [[nodiscard]] TraceRecorder* recorder() { return recorder_.get(); }

    /// Collective. Error, only on rank 0: the file cannot be written.
    [[nodiscard]] Result<void> write(Tool const& tool, Communicator const& world) const;

  private:
    [[nodiscard]] Result<void> expect(Site site, std::shared_ptr<Schedule const> schedule, std::string order);

    std::optional<std::string> path_;
    std::unique_ptr<TraceRecorder> recorder_;
    std::optional<Site> site_;
    std::shared_ptr<Schedule const> schedule_;
    std::string order_;
    ScheduleCost predicted_;
};

} // namespace tessera::cli
