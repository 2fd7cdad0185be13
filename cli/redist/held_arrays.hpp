// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the arrays that redist holds in memory, and the operations on them.
#pragma once

#include "cli/common/progress.hpp"
#include "cli/redist/array_slots.hpp"
#include "cli/redist/batch_check.hpp"
#include "cli/redist/batch_movers.hpp"
#include "cli/redist/outcome.hpp"
#include "cli/redist/settings.hpp"
#include "libcore/files/copy/array_files.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

/// The arrays in memory. Every member function is collective and called once, in the order of declaration.
class HeldArrays {
  public:
    /// Error: the output cannot be written.
    [[nodiscard]] static Result<HeldArrays> make(Communicator const& comm, RedistSettings const& settings, ProgressMode progress,
                                                 bool quiet);

    /// Returns what the output does not keep of the input's arrays (OutputFile::losses()).
    [[nodiscard]] std::vector<Loss> losses() const { return output_ ? output_->losses() : std::vector<Loss>{}; }
    /// Returns the room on the output's disk before anything is written. Valid on rank 0; empty without --out.
    [[nodiscard]] std::optional<DiskSpace> room() const { return output_ ? std::optional(output_->room()) : std::nullopt; }
    /// Fills the sources, from --in or with generated data, and what the targets hold before. Errors: those of the files.
    [[nodiscard]] Result<void> load();
    /// Moves the arrays as often as --repeat says, and with --verify checks the result.
    [[nodiscard]] Result<void> move(RedistOutcome& outcome);
    /// Writes the targets to --out.
    [[nodiscard]] Result<void> store();

    /// Returns the arrays that were written, each once.
    [[nodiscard]] std::vector<TargetSlot> const& targets() const { return slots_.targets(); }

  private:
    HeldArrays(Communicator const& comm, RedistSettings const& settings, ArraySlots slots, ProgressMode progress, bool quiet)
        : comm_(comm), settings_(settings), slots_(std::move(slots)), progress_mode_(progress), quiet_(quiet) {}

    /// Error: an array of --in is not as declared.
    [[nodiscard]] Result<void> check_inputs() const;
    [[nodiscard]] Result<void> open_output();
    [[nodiscard]] Result<void> check_output_apart() const;
    [[nodiscard]] Result<void> load_source(SourceSlot& slot);
    [[nodiscard]] Result<void> load_target(TargetSlot& slot, bool one_of_many);
    [[nodiscard]] Result<void> make_movers(RedistOutcome& outcome);
    void move_once(RedistOutcome& outcome, int run);
    void move_back(RedistOutcome& outcome, int run);
    [[nodiscard]] std::optional<std::string> wrong_return() const;
    [[nodiscard]] double timed(std::function<void()> const& work) const;
    /// Returns a progress bar on rank 0, null on other ranks.
    [[nodiscard]] std::unique_ptr<Progress> progress_of(std::string const& what, Index total) const;

    Communicator const& comm_;
    RedistSettings const& settings_;
    ArraySlots slots_;
    ProgressMode progress_mode_;
    bool quiet_;
    std::vector<std::unique_ptr<BatchMover>> movers_;
    std::unique_ptr<Progress> bar_;               // of the moves
    std::optional<BatchCheck> first_check_;       // of the first batch: knows the values before the first execution
    std::vector<std::uint64_t> return_checksums_; // of the sources from files, if the way back is verified
    std::optional<ArrayOutput> output_;
};

} // namespace tessera::cli
