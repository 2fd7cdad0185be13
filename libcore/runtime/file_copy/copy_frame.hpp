// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the copies of all arrays of one file share: its place, its journal, its end.
#pragma once

#include "libcore/runtime/file_copy/copy_journal.hpp"
#include "libcore/runtime/file_copy/early_sync.hpp"
#include "libcore/runtime/file_copy/file_copy.hpp"
#include "libcore/runtime/file_copy/finished_draft.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

/// Member functions are collective, unless they say otherwise, and called in the order they stand here.
class CopyFrame {
  public:
    /// As copy_arrays() has them; all outlive it.
    CopyFrame(Comm const& comm, std::span<CopyJob const> jobs, std::span<CopyPlan const> plans);

    /// Error: the target must not be made there, or an interrupted copy is in the way. One rank, without the others.
    [[nodiscard]] Result<void> check_place() const;
    /// Checks the place of the target, makes the target or finds it begun.
    [[nodiscard]] Result<void> begin();
    [[nodiscard]] bool resumed() const { return resumed_; } ///< it was found begun; not collective
    /// Rank 0 was asked to stop before the target was made: nothing but leave() is called then. Not collective.
    [[nodiscard]] bool stopped() const { return stopped_; }
    /// Before the copy began. On rank 0, after begin(); not collective.
    [[nodiscard]] DiskRoom const& room() const { return room_; }
    /// Of a copy that was found begun: what it wrote is put on the disk, as far as it is not lost, and units that may be are marked
    /// as doubtful.
    void take_over();
    /// Not collective; as long as this lives.
    [[nodiscard]] JournalSection section(std::size_t job) { return {*journal_, firsts_[job]}; }
    /// Of this rank; as long as this lives. After begin().
    [[nodiscard]] EarlySync& early_sync() { return *early_sync_; }
    /// Tells what was placed by an interrupted copy, in the order it was. Rank 0; not collective.
    void for_each_places(std::function<void(std::size_t job, Index unit, std::span<EncodedSize const> sizes)> const& visit);
    /// All chunks that pass through filters are written: every array has its places now.
    void seal();
    /// Throws where the sources are not the files any more that they were.
    void check_sources();
    /// Attributes, other objects and whatever else the target has from its original: what differs, a line each; else nothing.
    [[nodiscard]] std::string differences();
    /// What was written is not worth going on with. Not collective.
    void give_up() { useless_ = true; }
    void finish(ArrayChecksums checksums);
    void publish();
    /// In place of publish(). On rank 0; not collective.
    [[nodiscard]] std::shared_ptr<FinishedDraft> unpublished();
    /// What this copy has written is on the disk. Before it is left after a stop.
    void sync();
    /// After a failure, a mismatch or a stop: what nobody could go on with is removed. `synced`: sync() was called, and nothing is
    /// wrong. Not collective; returns on rank 0 whether anything is left to go on with.
    bool leave(bool synced = false) noexcept;

    /// Puts a bar around work on so many bytes.
    void with_bar(std::string const& what, Index bytes, std::function<void()> const& work) const;

  private:
    [[nodiscard]] Result<void> check_room() const;
    [[nodiscard]] Result<void> open_journal();
    void make_target(std::function<void(MakingWatch const&)> const& make);
    [[nodiscard]] Result<void> adopt(CopyJournal journal);
    [[nodiscard]] bool encodes() const;
    [[nodiscard]] std::uint64_t draft_identity() const;
    void note_trust(bool synced);
    [[nodiscard]] OutputFile& target() const { return jobs_.front().target; }
    [[nodiscard]] OutputPlace const& place() const { return jobs_.front().place; }
    [[nodiscard]] CopyOptions const& options() const { return jobs_.front().options; }

    Comm const& comm_;
    std::span<CopyJob const> jobs_;
    JournalHeader header_;
    std::vector<Index> firsts_; // in the journal, of each array's units
    std::optional<CopyJournal> journal_;
    std::optional<EarlySync> early_sync_;
    std::uint64_t nodes_ = 0; // starts_of_nodes()
    std::uint64_t draft_ = 0; // draft_identity() of a copy that was found begun
    DiskRoom room_;
    bool is_ours_ = false; // on rank 0: records of the journal as Written are of this copy
    bool resumed_ = false;
    bool stopped_ = false;
    bool useless_ = false;
};

/// Which elements of which array a job copies to where, in words.
[[nodiscard]] std::string elements_text(CopyJob const& job);
/// Of all files that hold elements of the sources (identities_of()). One rank.
[[nodiscard]] std::uint64_t identity_of_sources(std::span<CopyJob const> jobs);

} // namespace tessera
