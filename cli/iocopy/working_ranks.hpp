// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which of the ranks that iocopy was started with copy.
#pragma once

#include "cli/common/arguments.hpp"
#include "cli/common/copy_report.hpp"
#include "cli/common/exit_code.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/file_copy/file_copy.hpp"
#include "libcore/runtime/memory/resident_memory.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/mpi/rank_team.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>

namespace tessera::cli {

/// All of them, or, where threads can do most of the work, one of each team (rank_team.hpp): chunks of the source are then decoded
/// less often, as whoever works has the memory of all. Who says how many threads a rank has, or which ranks read, has said that all
/// work.
class WorkingRanks {
  public:
    /// Collective over `world`, which outlives it.
    WorkingRanks(Arguments const& arguments, Comm const& world, std::span<CopyJob const> jobs);

    /// Those that copy, of which this is one (see run()).
    [[nodiscard]] Comm const& comm() const { return team_ ? team_->colleagues() : world_; }
    [[nodiscard]] int started() const { return world_.size(); } ///< with those that rest
    /// As many threads as each has processors, unless the user says how many. Collective over those that copy.
    void choose_threads(CopyOptions& options) const;
    /// Was this rank asked to stop, or one that rests for it?
    [[nodiscard]] bool asked_to_stop();
    /// Of all, those that rest included. Collective over those that copy.
    [[nodiscard]] MemoryUse memory(ResidentMemory const& resident, CopyOptions const& options) const;
    /// "2 of 8 ranks copy, ..."; nothing where all do.
    [[nodiscard]] std::optional<std::string> note() const;

    /// Does `work` on those that copy, while the others rest; all return the same. Collective over `world`.
    [[nodiscard]] Result<ExitCode> run(ResidentMemory const& resident, std::function<Result<ExitCode>()> const& work);

  private:
    Arguments const& arguments_;
    Comm const& world_;
    std::optional<RankTeam> team_; // nothing: all copy
    Index grown_at_rest_ = 0;      // bytes of memory, of all ranks that rest
};

} // namespace tessera::cli
