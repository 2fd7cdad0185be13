// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the steps of one array's copy.
#pragma once

#include "libcore/files/copy/copy_journal.hpp"
#include "libcore/files/copy/early_sync.hpp"
#include "libcore/files/copy/file_copy.hpp"
#include "libcore/files/copy/part_encoder.hpp"
#include "libcore/files/copy/part_reader.hpp"
#include "libcore/files/copy/part_source.hpp"
#include "libcore/files/copy/part_writer.hpp"
#include "libcore/files/copy/rate_limiter.hpp"
#include "libcore/io/copy_parts.hpp"
#include "libcore/runtime/memory/memory_account.hpp"
#include "libcore/runtime/mpi/stop_flag.hpp"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

/// Copies one array to a file that CopyFrame has begun. Member functions are collective unless stated otherwise. Each is called
/// once, in the order of their declaration.
class CopyExecution {
  public:
    /// `job`, `early` and `stop_flag` must outlive this. A stop request ends each step early; callers must check `stop_flag`.
    CopyExecution(Communicator const& comm, CopyJob const& job, CopyPlan const& plan, JournalSection journal, EarlySync& early,
                  StopFlag& stop_flag);

    /// Returns whether its chunks are filtered. If so, the array has addresses in the file only after the file is sealed. Not
    /// collective.
    [[nodiscard]] bool encodes() const { return !job_.target.codecs(job_.array).empty(); }
    [[nodiscard]] Index bytes() const { return outcome_.bytes; } ///< not collective
    /// On rank 0, after an interruption: gives the chunks of this unit the addresses that they had. Not collective.
    void place_again(Index unit, std::span<EncodedSize const> sizes);
    /// Reads back units that an interrupted copy wrote and that may be lost, and records which are intact.
    void check_what_is_there();
    /// Copies the array. Returns the boxes of the source that could not be read. Unless `syncs`, data that is written in place may
    /// not be on the disk yet.
    [[nodiscard]] DamageList copy(bool syncs = true);
    /// Compares the source with its stored checksum. Returns false, and sets outcome.wrong, if they differ.
    [[nodiscard]] bool check_source();
    /// Reopens the target and compares its description of the array with what was written. Returns false, and sets outcome.wrong,
    /// if they differ.
    [[nodiscard]] bool reopen_target();
    /// Reads the target back. Returns false if it differs from what was written; then outcome.wrong and damage() tell where.
    [[nodiscard]] bool verify();

    [[nodiscard]] CopyOutcome outcome() const;
    // Not collective:
    [[nodiscard]] bool reads_scratch() const { return job_.scratch.has_value(); }
    [[nodiscard]] std::string const& source_name() const { return job_.source.name; }
    [[nodiscard]] std::optional<std::string> const& wrong() const { return outcome_.wrong; }
    [[nodiscard]] DamageList const& damage() const { return outcome_.damage; }
    [[nodiscard]] bool has_checksum() const { return !job_.source.parts_elsewhere; }
    [[nodiscard]] std::uint64_t checksum() const { return outcome_.checksum; }

  private:
    struct Places {
        std::vector<Index> begins;
        std::vector<EncodedSize> sizes;
    };

    /// Units of a part, each with the checksum of its written elements.
    using Recorded = std::vector<std::pair<Index, std::uint64_t>>;

    [[nodiscard]] Index bytes_of(std::vector<Run> const& box) const;
    [[nodiscard]] Index part_bytes(Index part) const { return bytes_of(parts_.box(part)); }
    [[nodiscard]] Index unit_bytes(Index unit) const { return bytes_of(units_.box(unit)); }
    void advance(Index bytes) const;
    /// Which recorded units are read again.
    enum class Reading { Doubtful, All };
    [[nodiscard]] std::vector<Damage> read_again(Rank shift, Reading which);
    void read_units(Recorded& units, PartReader& reader, PartBuffer& part, int copy, std::vector<Damage>& damage);
    [[nodiscard]] Index first_unit(Index part) const;
    [[nodiscard]] Recorded recorded_units(Index part, Reading which) const;
    [[nodiscard]] std::vector<Index> missing_units(std::optional<Index> part);
    [[nodiscard]] std::unique_ptr<PartSource> part_source(PartReader& reader);
    void copy_plain(PartSource& source, bool syncs);
    void copy_turn(PartSource& source, Index turn, PartBuffer& part, PartWriter& writer);
    void sum_up(UnitRecord const& record);
    void tick_off(Index unit, UnitRecord const& record);
    // For filtered chunks (copy_run_encoded.cpp):
    void copy_encoded(PartSource& source);
    void encode(PartBuffer& part, std::span<UnitFill const> fills, PartEncoder& encoder) const;
    [[nodiscard]] std::vector<UnitRecord> encode_units(std::span<UnitFill const> fills, PartBuffer& part, PartEncoder& encoder);
    void write_units(std::span<PartEncoder::Encoded const> units, std::span<UnitRecord const> records, PartEncoder& encoder,
                     RequestQueue& queue);
    void encode_turn(PartSource& source, Index turn, PartBuffer& part, PartEncoder& encoder, RequestQueue& queue);
    void open_target();
    [[nodiscard]] std::vector<Index> placed(PartEncoder const& encoder, std::span<PartEncoder::Encoded const> units);
    [[nodiscard]] std::vector<Index> units_and_places();
    void check_encoded();
    void sum_counts();
    [[nodiscard]] DamageList gathered(std::vector<Damage> const& mine) const;

    Communicator const& comm_;
    CopyJob const& job_;
    CopyTask task_;
    MemoryAccount account_;
    JournalSection journal_;
    EarlySync& early_;
    CopyParts parts_;
    CopyParts units_;
    std::map<Index, Places> known_; // chunk addresses of units, from an interrupted copy
    std::optional<StoredArray> target_;
    bool resumed_ = false;
    bool damaged_ = false; // parts of the source could not be read
    StopFlag& stop_flag_;
    RateLimiter limiter_;
    std::uint64_t source_checksum_ = 0; // checksum of the elements as the source gave them
    CopyOutcome outcome_;
};

} // namespace tessera
