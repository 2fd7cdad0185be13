// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the journal of an unfinished copy, so that it can be resumed after it was killed.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/codec/codec.hpp"
#include "libcore/files/store/output_path.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

/// The journal's header, which describes the whole copy.
struct JournalHeader {
    /// The units of one array (copy_units.hpp).
    struct Array {
        Extents unit; ///< shape of the units
        Index units = 0;
        friend bool operator==(Array const&, Array const&) = default;
    };
    std::uint64_t source = 0; ///< hash of the identities of the source files
    std::uint64_t task = 0;   ///< hash of everything that determines the target's bytes
    std::vector<Array> arrays = {};
    /// Set for a copy in two passes: the folder of its scratch files; empty: the target's folder.
    std::optional<std::string> scratch = std::nullopt;

    [[nodiscard]] Index units() const;       ///< number of units of all arrays, which are numbered array by array
    [[nodiscard]] bool is_countable() const; ///< whether the offsets of all records fit 64 bits
    friend bool operator==(JournalHeader const&, JournalHeader const&) = default;
};

/// State of a unit that was written.
enum class UnitState : std::uint8_t {
    Written,  ///< written by the running copy; it may still be only in a machine's memory
    Kept,     ///< it is on the disk
    Doubtful, ///< a machine that wrote it was restarted since, or is unknown; the unit must be read again
    Verified  ///< it is on the disk, and verification has read it back
};

/// Evidence that written data survives the running copy.
struct JournalTrust {
    std::uint64_t nodes = 0; ///< hash of the boot ids of all machines of the copy; 0: unknown, or writing failed
    std::uint64_t kept = 0;  ///< identity of the target draft if all its units are on the disk; else 0
};

/// The record of a unit that was written.
struct UnitRecord {
    std::uint64_t elements = 0; ///< element_checksum() of the elements as they were written
    std::uint64_t source = 0;   ///< checksum of the elements as the source gave them; it differs if filters round them
    std::uint64_t bytes = 0;    ///< XXH3 of the encoded bytes if chunks are filtered; else 0
    bool damaged = false;       ///< parts of the source could not be read; a resumed copy tries again
    UnitState state = UnitState::Written;
    friend bool operator==(UnitRecord const&, UnitRecord const&) = default;
};

/// A file beside the target (share/doc/formats.md). It holds the header and a slot of fixed size per unit. A rank fills the slot
/// after it has written the unit. If chunks are filtered, the order in which they got their addresses follows the slots. A
/// half-written slot counts as not written. A resumed copy reads back only units that may not have reached the disk, and records
/// those that did. So finished work is never repeated, however often a copy is stopped.
class CopyJournal {
  public:
    /// Creates an empty journal. That of a copy in two passes names the scratch folder at once. A header without arrays belongs to
    /// an output that cannot be resumed; it only tells who is at work. Error: another process uses the journal. The message names
    /// it, its host and its start time if the journal has them.
    [[nodiscard]] static Result<CopyJournal> create(std::string const& path, JournalHeader header);
    /// Writes the header and the owner. From now on there is a target that can be resumed.
    void begin(JournalTrust trust);
    /// Returns the header's evidence. set_trust() replaces it after all records are on the disk.
    [[nodiscard]] JournalTrust trust() const { return trust_; }
    void set_trust(JournalTrust trust);
    /// Sets the state of every recorded unit to to(state). One rank only; no other rank may use the journal meanwhile.
    void relabel(std::function<UnitState(UnitState)> const& to) const;
    /// Returns whether the journal at `path` has a header with arrays. If it is empty or lists no arrays, the copy was killed
    /// before it had laid out its target.
    [[nodiscard]] static bool has_begun(std::string const& path);
    /// Returns JournalHeader::scratch of the journal at `path`; nothing if there is no journal, or a damaged one.
    [[nodiscard]] static std::optional<std::string> scratch_of(std::string const& path);
    /// Error: another process uses the journal at `path`.
    [[nodiscard]] static Result<void> check_idle(std::string const& path);
    /// Error: another process uses the journal, or an earlier run to this place was interrupted and `force` is false.
    [[nodiscard]] static Result<void> check_free(OutputPath const& place, bool force);
    /// Opens the journal of an interrupted copy. Error: another process uses it, or it is not a valid journal.
    [[nodiscard]] static Result<CopyJournal> resume(std::string const& path);
    /// Opens the journal on the other ranks, after the first rank has called share(). From then on the journal is locked as long as
    /// one of the ranks holds it open.
    [[nodiscard]] static CopyJournal join(std::string const& path, JournalHeader header);
    void share() const;

    [[nodiscard]] JournalHeader const& header() const { return header_; }

    void record(Index unit, UnitRecord const& record) const;
    void forget(Index unit) const;
    [[nodiscard]] std::optional<UnitRecord> find(Index unit) const;
    /// Units from this number on have no record. A copy that has just begun has few records, however many units there are.
    [[nodiscard]] Index end() const;
    /// Changes the state of a unit that has a record.
    void mark(Index unit, UnitState state) const;

    /// Records the sizes of a unit's chunks when they got their addresses; the order of the calls is the order of placement. Called
    /// by one rank only.
    void append_places(Index unit, std::span<EncodedSize const> sizes);
    /// Puts the records on the disk if possible. May be called by any thread.
    void sync_if_possible() const noexcept { file_.sync_if_possible(); }
    /// Visits everything that append_places() has recorded, in order.
    void for_each_places(std::function<void(Index unit, std::span<EncodedSize const> sizes)> const& visit);

  private:
    CopyJournal(PosixFile file, JournalHeader header);
    void announce() const;
    void write_header() const;
    [[nodiscard]] Index slot(Index unit) const;

    PosixFile file_;
    JournalHeader header_;
    JournalTrust trust_;
    Index first_slot_ = 0; // offset of the first slot, after the header
    Index end_ = 0;        // offset after the last append
};

/// The records of one array, whose units are numbered from 0. The journal must outlive it.
class JournalSection {
  public:
    /// `first`: the number of the array's first unit in the journal.
    JournalSection(CopyJournal& journal, Index first) : journal_(&journal), first_(first) {}

    void record(Index unit, UnitRecord const& record) const { journal_->record(first_ + unit, record); }
    void forget(Index unit) const { journal_->forget(first_ + unit); }
    [[nodiscard]] std::optional<UnitRecord> find(Index unit) const { return journal_->find(first_ + unit); }
    void mark(Index unit, UnitState state) const { journal_->mark(first_ + unit, state); }
    /// CopyJournal::end() within this array, which has `units` units.
    [[nodiscard]] Index end(Index units) const { return std::clamp(journal_->end() - first_, Index{0}, units); }
    /// Returns whether the unit was written and its part of the source could be read completely.
    [[nodiscard]] bool is_done(Index unit) const {
        auto const record = find(unit);
        return record && !record->damaged;
    }
    void append_places(Index unit, std::span<EncodedSize const> sizes) const { journal_->append_places(first_ + unit, sizes); }

  private:
    CopyJournal* journal_;
    Index first_;
};

} // namespace tessera
