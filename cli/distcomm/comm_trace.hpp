// SPDX-License-Identifier: BSD-3-Clause
// Tessera: --trace of distcomm: who sent what when, beside what was predicted.
#pragma once

#include "cli/common/tool.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/collectives/collective_algorithm.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/network/cost.hpp"
#include "libcore/network/site.hpp"
#include "libcore/runtime/move/schedule/trace_recorder.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/schedule/message_set.hpp"
#include "libcore/schedule/schedule.hpp"

#include <memory>
#include <optional>
#include <string>

namespace tessera::cli {

/// Schema tessera.trace/1, or Chrome's format, as of redist --trace. Without the option it does nothing.
class CommTrace {
  public:
    /// Collective. Error, on all ranks: the file exists, and no --force.
    [[nodiscard]] static Result<CommTrace> make(Tool const& tool, Comm const& world);

    [[nodiscard]] bool wanted() const { return path_.has_value(); }

    /// What is to be run: messages that all go at once. All ranks find the same. Errors: as schedule_on and cost_of.
    [[nodiscard]] Result<void> expect(Tool const& tool, Result<MessageSet> messages);
    /// A collective. Errors: MPI's own, or one that multicasts by MPI_Bcast, whose messages MPI keeps to itself.
    [[nodiscard]] Result<void> expect(Tool const& tool, CollectiveAlgorithm const& algorithm, CollectiveTask const& task,
                                      Mapping const& mapping);

    /// Records the last run; null where nothing is to be recorded. It stays where it is.
    [[nodiscard]] TraceRecorder* recorder() { return recorder_.get(); }

    /// Collective. Error, on rank 0 alone: the file cannot be written.
    [[nodiscard]] Result<void> write(Tool const& tool, Comm const& world) const;

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
