// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the arrays that a run of redist holds in memory, and what is done with them.
#pragma once

#include "cli/common/progress.hpp"
#include "cli/redist/outcome.hpp"
#include "cli/redist/settings.hpp"
#include "libcore/runtime/file_copy/array_files.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/composite_redistributor.hpp"
#include "libcore/runtime/move/distributed_array.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/move/round_redistributor.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera::cli {

/// Every member function is collective, and called once, in the order they stand here.
class HeldArrays {
  public:
    /// Error: the output cannot be written to.
    [[nodiscard]] static Result<HeldArrays> make(Comm const& comm, RedistSettings const& settings, ProgressMode progress,
                                                 bool quiet);

    /// What of the input's arrays the output does not keep (OutputFile::losses()).
    [[nodiscard]] std::vector<Loss> losses() const { return output_ ? output_->losses() : std::vector<Loss>{}; }
    /// Fills the sources, from --in or with generated data. Errors: those of the file.
    [[nodiscard]] Result<void> load();
    /// Moves them, as often as --repeat says.
    [[nodiscard]] Result<void> move(RedistOutcome& outcome);
    /// Checks what arrived, where --verify asks for it.
    void verify(RedistOutcome& outcome) const;
    /// Writes the targets to --out.
    [[nodiscard]] Result<void> store();

  private:
    HeldArrays(Comm const& comm, RedistSettings const& settings, ProgressMode progress, bool quiet);

    [[nodiscard]] Result<void> check_output_apart() const;
    [[nodiscard]] Result<void> move_planned(RedistOutcome& outcome);
    [[nodiscard]] Result<void> move_in_rounds(RedistOutcome& outcome);
    [[nodiscard]] std::vector<void*> target_places();
    [[nodiscard]] NodeWays summed_ways(NodeWays ways) const;
    void move_once(CompositeRedistributor& mover, RedistOutcome& outcome, bool last);
    [[nodiscard]] std::optional<std::string> wrong_return() const;
    [[nodiscard]] Result<void> move_naively(RedistOutcome& outcome);
    /// Are the sources where other ranks of the node see them?
    [[nodiscard]] bool copies_straight() const {
        return !settings_.method().asks_owners && settings_.shares_sources &&
               (settings_.transport == Transport::Auto || settings_.transport == Transport::Shared);
    }
    [[nodiscard]] std::byte const* source(std::size_t i) const {
        return copies_straight() ? shared_sources_[i].data() : sources_[i].data();
    }
    [[nodiscard]] std::byte* source(std::size_t i) { return copies_straight() ? shared_sources_[i].data() : sources_[i].data(); }
    void execute(CompositeRedistributor& mover, std::span<void* const> sources, std::span<void* const> targets);
    void clear_sources();
    [[nodiscard]] Result<void> load_targets();
    void restore_targets();
    [[nodiscard]] std::uint64_t expected_checksum(std::size_t i) const;
    [[nodiscard]] double timed(std::function<void()> const& work) const;
    /// A bar on rank 0 alone.
    [[nodiscard]] std::unique_ptr<Progress> progress_of(std::string const& what, Index total) const;

    Comm const& comm_;
    RedistSettings const& settings_;
    ProgressMode progress_mode_;
    bool quiet_;
    RankLayouts layouts_;
    std::vector<DistributedArray> shared_sources_; // one of the two
    std::vector<Buffer> sources_;
    std::vector<Buffer> targets_;
    std::vector<Buffer> old_targets_;      // what they held before, where a part of it stays
    std::vector<std::uint64_t> checksums_; // of the sources, where they came from a file and are verified
    std::vector<Mapping> target_mappings_;
    std::optional<ArrayOutput> output_;
};

} // namespace tessera::cli
