// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what an unfinished copy has done, so that it can go on after it was killed.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/access/posix_file.hpp"
#include "libcore/runtime/codec/codec.hpp"
#include "libcore/runtime/store/output_place.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

/// What the journal says once about the whole copy.
struct JournalHeader {
    /// How one of the arrays is cut (copy_units.hpp).
    struct Array {
        Extents unit; ///< the shape of the units
        Index units = 0;
        friend bool operator==(Array const&, Array const&) = default;
    };
    std::uint64_t source = 0; ///< identities of its files
    std::uint64_t task = 0;   ///< a hash of everything that says what is copied to what
    std::vector<Array> arrays = {};
    /// Of a copy in two passes: the folder of its scratch files; empty: the target's.
    std::optional<std::string> scratch = std::nullopt;

    [[nodiscard]] Index units() const;       ///< of all arrays: those of one follow those of the one before
    [[nodiscard]] bool is_countable() const; ///< do the records of all units have places in a file?
    friend bool operator==(JournalHeader const&, JournalHeader const&) = default;
};

/// What is known of a unit that was written.
enum class UnitState : std::uint8_t {
    Written,  ///< by the copy at work: it may be in a machine's memory only
    Kept,     ///< it is on the disk
    Doubtful, ///< a machine that wrote it has started anew since, or is unknown: it is read again
    Verified  ///< it is on the disk, and was read again at the end
};

/// Whether what the copy at work writes outlives it.
struct JournalTrust {
    std::uint64_t nodes = 0; ///< a hash of the starts of all machines at work; 0: unknown, or it failed
    std::uint64_t kept = 0;  ///< which file that is of which all units are on the disk; 0: not all are
};

/// A unit that was written.
struct UnitRecord {
    std::uint64_t elements = 0; ///< element_checksum() of the elements as they were written
    std::uint64_t source = 0;   ///< the same as the source gave them: another one where filters round them
    std::uint64_t bytes = 0;    ///< where chunks pass through filters: XXH3 of what was written; else 0
    bool damaged = false;       ///< the source could not be read everywhere: who resumes tries again
    UnitState state = UnitState::Written;
    friend bool operator==(UnitRecord const&, UnitRecord const&) = default;
};

/// A file beside the one that is being made (share/doc/formats.md): the header; a slot of fixed size for every unit, written by the
/// rank that wrote the unit, after it; and behind them, where chunks pass through filters, the order in which they got their
/// places. What was half written is taken for not written. Who resumes reads only those units again that may not have reached the
/// disk, and records each that did: however often a copy is stopped, what it has done needs not be done again.
class CopyJournal {
  public:
    /// Makes the file anew, empty; of a copy in two passes it names the folder from the first pass on. A header without arrays is
    /// of an output that nobody can go on with: it says who is at work. Error: another process is at work on it; which, on which
    /// host and since when it says, as far as the journal does.
    [[nodiscard]] static Result<CopyJournal> create(std::string const& path, JournalHeader header);
    /// Writes the header, and who is at work: from now on there is a target that a resumed copy can go on with.
    void begin(JournalTrust trust);
    /// What the header says, and puts another thing there, once all records are on the disk.
    [[nodiscard]] JournalTrust trust() const { return trust_; }
    void set_trust(JournalTrust trust);
    /// Gives every unit the state that `to` has for its present one. One rank, alone.
    void relabel(std::function<UnitState(UnitState)> const& to) const;
    /// Has the journal there a header with arrays? One that stayed empty, or has none, is of a copy that was killed before it had
    /// laid out its target.
    [[nodiscard]] static bool has_begun(std::string const& path);
    /// JournalHeader::scratch of the journal there. Nothing, too, where there is no journal, or a damaged one.
    [[nodiscard]] static std::optional<std::string> scratch_of(std::string const& path);
    /// Error: another process is at work on the journal there.
    [[nodiscard]] static Result<void> check_idle(std::string const& path);
    /// Error: the same, or a run that wrote to this place was interrupted and nobody says (`force`) that it may begin again.
    [[nodiscard]] static Result<void> check_free(OutputPlace const& place, bool force);
    /// The journal of an interrupted copy. Error: the same, or it is no journal.
    [[nodiscard]] static Result<CopyJournal> resume(std::string const& path);
    /// On the other ranks of the same copy, after the first has called share(): from then on the journal is locked as long as one
    /// of them lives, even if the first does not.
    [[nodiscard]] static CopyJournal join(std::string const& path, JournalHeader header);
    void share() const;

    [[nodiscard]] JournalHeader const& header() const { return header_; }

    void record(Index unit, UnitRecord const& record) const;
    void forget(Index unit) const;
    [[nodiscard]] std::optional<UnitRecord> find(Index unit) const;
    /// Units from here on have no record. A copy that is just begun has few, however many units there are.
    [[nodiscard]] Index end() const;
    /// Changes the state of a unit that has a record.
    void mark(Index unit, UnitState state) const;

    /// The chunks of a unit got their places, in this order, being so long. One rank appends.
    void append_places(Index unit, std::span<EncodedSize const> sizes);
    /// Puts what was recorded on the disk, if it can. For any thread.
    void sync_if_possible() const noexcept { file_.sync_if_possible(); }
    /// Everything that was appended, in order.
    void for_each_places(std::function<void(Index unit, std::span<EncodedSize const> sizes)> const& visit);

  private:
    CopyJournal(PosixFile file, JournalHeader header);
    void announce() const;
    void write_header() const;
    [[nodiscard]] Index slot(Index unit) const;

    PosixFile file_;
    JournalHeader header_;
    JournalTrust trust_;
    Index first_slot_ = 0; // behind the header
    Index end_ = 0;        // of what was appended
};

/// The records of one array, whose units count from 0. The journal outlives it.
class JournalSection {
  public:
    /// `first`: in the journal, of the array's units.
    JournalSection(CopyJournal& journal, Index first) : journal_(&journal), first_(first) {}

    void record(Index unit, UnitRecord const& record) const { journal_->record(first_ + unit, record); }
    void forget(Index unit) const { journal_->forget(first_ + unit); }
    [[nodiscard]] std::optional<UnitRecord> find(Index unit) const { return journal_->find(first_ + unit); }
    void mark(Index unit, UnitState state) const { journal_->mark(first_ + unit, state); }
    /// The same of the first `units`, which are the array's.
    [[nodiscard]] Index end(Index units) const { return std::clamp(journal_->end() - first_, Index{0}, units); }
    /// Was it written, of a source that could be read everywhere?
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
