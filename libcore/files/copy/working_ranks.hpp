// SPDX-License-Identifier: BSD-3-Clause
// Tessera: chooses which ranks copy.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/copy/file_copy.hpp"
#include "libcore/files/copy/option_values.hpp"
#include "libcore/runtime/memory/resident_memory.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/rank_team.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>

namespace tessera {

/// Memory of each rank in bytes for libraries (MPI, HDF5, zlib) and the program, in addition to the accounted buffers.
inline constexpr Index library_allowance = Index{24} << 20;

/// Memory of all ranks together, in bytes.
struct MemoryUse {
    Index growth = 0;  ///< growth of the resident memory since the start of the copy
    Index allowed = 0; ///< the bound on buffers plus library_allowance per rank
};

/// The ranks that copy: all, or one of each team (rank_team.hpp) if threads can do most of the work. In teams, chunks of the source
/// are decoded less often, because a working rank uses the memory of its whole team. An explicit --threads, --access, --aggregators
/// or --domains makes every rank work.
class WorkingRanks {
  public:
    /// Collective over `world`. `world` must outlive it. `asked`: returns whether this rank was asked to stop.
    WorkingRanks(OptionValues const& given, Communicator const& world, std::span<CopyJob const> jobs, std::function<bool()> asked);

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

    static constexpr int work_refused = 2; ///< what idle ranks return if the work returned an error
    static constexpr int work_failed = 1;  ///< what idle ranks return if the work threw AgreedFailure

    /// Runs `work` on the ranks that copy while the others are idle. All return its number. Collective over `world`.
    [[nodiscard]] Result<int> run(ResidentMemory const& resident, std::function<Result<int>()> const& work);

  private:
    Communicator const& world_;
    std::function<bool()> asked_;
    bool chooses_threads_;         // --threads is not given
    std::optional<RankTeam> team_; // nothing if all ranks copy
    Index grown_at_rest_ = 0;      // bytes by which the memory of all idle ranks has grown
};

} // namespace tessera
