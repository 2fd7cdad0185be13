// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the copies of all arrays of one file share: target, journal and publication.
#pragma once

#include "libcore/files/copy/copy_journal.hpp"
#include "libcore/files/copy/early_sync.hpp"
#include "libcore/files/copy/file_copy.hpp"
#include "libcore/files/copy/finished_draft.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

/// Creates or resumes the target of a copy, and publishes it. Member functions are collective unless stated otherwise, and are
/// called in the order of their declaration.
class CopyFrame {
  public:
    /// Takes the arguments of copy_arrays(), which must outlive this.
    CopyFrame(Communicator const& comm, std::span<CopyJob const> jobs, std::span<CopyPlan const> plans);

    /// Error: the target may not be written there, or an interrupted copy exists. Called by one rank, not collective.
    [[nodiscard]] Result<void> check_place() const;
    /// Checks the place of the target, then creates the target or resumes an interrupted copy.
    [[nodiscard]] Result<void> begin();
    [[nodiscard]] bool resumed() const { return resumed_; } ///< an interrupted copy is resumed; not collective
    /// Returns whether rank 0 was asked to stop before the target was made. Then only leave() may be called. Not collective.
    [[nodiscard]] bool stopped() const { return stopped_; }
    /// Returns the disk room before the copy began. On rank 0, after begin(); not collective.
    [[nodiscard]] DiskSpace const& room() const { return room_; }
    /// Called if resumed(). Syncs what the interrupted copy wrote, as far as it is not lost. Marks units that may be lost as
    /// Doubtful.
    void take_over();
    /// Returns the journal's records of one array. Valid as long as this lives. Not collective.
    [[nodiscard]] JournalSection section(std::size_t job) { return {*journal_, first_units_[job]}; }
    /// Returns this rank's EarlySync. Valid after begin(), as long as this lives.
    [[nodiscard]] EarlySync& early_sync() { return *early_sync_; }
    /// Visits the chunk sizes that an interrupted copy recorded, in the order in which it placed the chunks. Rank 0; not
    /// collective.
    void for_each_places(std::function<void(std::size_t job, Index unit, std::span<EncodedSize const> sizes)> const& visit);
    /// Called when all filtered chunks are written. From then on every array has its addresses in the file.
    void seal();
    /// Throws if the source files have changed since the copy began.
    void check_sources();
    /// Compares attributes, other objects and other metadata of the target with its original. Returns one line per difference;
    /// empty if there is none.
    [[nodiscard]] std::string differences();
    /// Marks the written data as not worth resuming. Not collective.
    void give_up() { useless_ = true; }
    void finish(ArrayChecksums checksums);
    void publish();
    /// Returns the draft, to be published later. Called instead of publish(), on rank 0; not collective.
    [[nodiscard]] std::shared_ptr<FinishedDraft> unpublished();
    /// Puts what this copy has written on the disk. Called before leave() after a stop.
    void sync();
    /// Called after a failure, a mismatch or a stop. Removes what cannot be resumed. `synced`: sync() was called and succeeded. Not
    /// collective; returns on rank 0 whether anything is left to resume.
    bool leave(bool synced = false) noexcept;

    /// Shows a progress bar of `bytes` bytes while `work` runs.
    void with_bar(std::string const& what, Index bytes, std::function<void()> const& work) const;

  private:
    [[nodiscard]] Result<void> check_space() const;
    [[nodiscard]] Result<void> open_journal();
    void make_target(std::function<void(CreationCallback const&)> const& make);
    [[nodiscard]] Result<void> adopt(CopyJournal journal);
    [[nodiscard]] bool encodes() const;
    [[nodiscard]] std::uint64_t draft_identity() const;
    void note_trust(bool synced);
    [[nodiscard]] OutputFile& target() const { return jobs_.front().target; }
    [[nodiscard]] OutputPath const& place() const { return jobs_.front().place; }
    [[nodiscard]] CopyOptions const& options() const { return jobs_.front().options; }

    Communicator const& comm_;
    std::span<CopyJob const> jobs_;
    JournalHeader header_;
    std::vector<Index> first_units_; // number of each array's first unit in the journal
    std::optional<CopyJournal> journal_;
    std::optional<EarlySync> early_sync_;
    std::uint64_t nodes_ = 0; // result of starts_of_nodes()
    std::uint64_t draft_ = 0; // draft_identity() of an interrupted copy
    DiskSpace room_;
    bool is_ours_ = false; // on rank 0: records in state Written are from this copy
    bool resumed_ = false;
    bool stopped_ = false;
    bool useless_ = false;
};

/// Returns a text that identifies the job: array, element type and map.
[[nodiscard]] std::string elements_text(CopyJob const& job);
/// Returns a hash of the identities of all source files (identities_of()). Called by one rank.
[[nodiscard]] std::uint64_t identity_of_sources(std::span<CopyJob const> jobs);

} // namespace tessera
