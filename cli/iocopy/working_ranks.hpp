// SPDX-License-Identifier: BSD-3-Clause
// Tessera: chooses which of iocopy's ranks copy.
#pragma once

#include "cli/common/arguments.hpp"
#include "cli/common/copy_report.hpp"
#include "cli/common/exit_code.hpp"
#include "libcore/base/result.hpp"
#include "libcore/files/copy/file_copy.hpp"
#include "libcore/runtime/memory/resident_memory.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/rank_team.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>

namespace tessera::cli {

/// The ranks that copy: all, or one of each team (rank_team.hpp) if threads can do most of the work. In teams, chunks of the source
/// are decoded less often, because a working rank uses the memory of its whole team. An explicit --threads, --access, --aggregators
/// or --domains makes every rank work.
class WorkingRanks {
  public:
    /// Collective over `world`, which must outlive it.
    WorkingRanks(Arguments const& arguments, Communicator const& world, std::span<CopyJob const> jobs);

    /// Returns the communicator of the ranks that copy. Only those may call it (see run()).
    [[nodiscard]] Communicator const& comm() const { return team_ ? team_->working_ranks() : world_; }
    [[nodiscard]] int started() const { return world_.size(); } ///< number of all ranks, including idle ones
    /// Sets the number of threads to the processors of each working rank, unless --threads is given. Collective over the ranks that
    /// copy.
    void choose_threads(CopyOptions& options) const;
    /// Returns whether this rank, or an idle rank of its team, was asked to stop.
    [[nodiscard]] bool stop_requested();
    /// Returns the memory use of all ranks, including idle ones. Collective over the ranks that copy.
    [[nodiscard]] MemoryUse memory(ResidentMemory const& resident, CopyOptions const& options) const;
    /// Returns "2 of 8 ranks copy, ..."; nothing if all ranks copy.
    [[nodiscard]] std::optional<std::string> note() const;

    /// Runs `work` on the ranks that copy while the others are idle. All return the same result. Collective over `world`.
    [[nodiscard]] Result<ExitCode> run(ResidentMemory const& resident, std::function<Result<ExitCode>()> const& work);

  private:
    Arguments const& arguments_;
    Communicator const& world_;
    std::optional<RankTeam> team_; // nothing if all ranks copy
    Index grown_at_rest_ = 0;      // bytes by which the memory of all idle ranks has grown
};

} // namespace tessera::cli
