// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the steps of one copy.
#pragma once

#include "libcore/io/copy_parts.hpp"
#include "libcore/runtime/file_copy/copy_journal.hpp"
#include "libcore/runtime/file_copy/file_copy.hpp"
#include "libcore/runtime/file_copy/part_encoder.hpp"
#include "libcore/runtime/file_copy/part_reader.hpp"
#include "libcore/runtime/file_copy/part_source.hpp"
#include "libcore/runtime/file_copy/part_writer.hpp"
#include "libcore/runtime/memory/memory_account.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// Every member function is collective, and called once, in the order they stand here.
class CopyRun {
  public:
    CopyRun(Comm const& comm, CopyJob const& job, CopyPlan const& plan);

    /// Checks the place of the target, makes the target or finds it begun.
    [[nodiscard]] Result<void> begin();
    /// Reads again what an interrupted copy says it has written.
    void check_what_is_there();
    void copy();
    /// Reads the target again. False where it is not what was written; outcome.wrong says where.
    [[nodiscard]] bool verify();
    /// Is the source what its own checksum says? False: outcome.wrong. Throws where it is not the file any more that it was.
    [[nodiscard]] bool check_source();
    void publish();
    /// After a failure or a mismatch: what nobody could go on with is removed. Not collective.
    void leave() noexcept;

    [[nodiscard]] bool stopped() const { return outcome_.stopped; } ///< copy() was asked to; not collective
    [[nodiscard]] CopyOutcome outcome() const;

  private:
    [[nodiscard]] Result<void> check_place() const;
    [[nodiscard]] Result<void> open_journal();
    [[nodiscard]] Result<void> adopt(CopyJournal journal);
    [[nodiscard]] bool encodes() const { return job_.target.filters().any(); }
    [[nodiscard]] Index part_bytes(Index part) const;
    [[nodiscard]] JournalHeader header(Extents part) const;
    [[nodiscard]] std::string region(std::vector<Run> const& box) const;
    [[nodiscard]] bool stop_asked() const { return job_.options.stop && job_.options.stop(); }
    [[nodiscard]] bool stop_together(); // was any rank asked? Collective
    void tell(std::string const& what, Index bytes) const;
    void advance(Index bytes) const;
    [[nodiscard]] std::vector<Damage> read_again(std::string const& what, Rank shift);
    [[nodiscard]] bool same_beside();
    [[nodiscard]] bool reopen_target();
    [[nodiscard]] std::unique_ptr<PartSource> part_source(PartReader& reader);
    void copy_plain(PartSource& source);
    void copy_turn(PartSource& source, Index turn, PartBuffer& part, PartWriter& writer);
    void find_missing(PartSource const& source);
    // Where chunks pass through filters (copy_run_encoded.cpp):
    void copy_encoded(PartSource& source);
    void encode_turn(PartSource& source, Index turn, PartBuffer& part, PartEncoder& encoder, RequestQueue& queue);
    void seal(FileChannel const& file);
    void open_target();
    [[nodiscard]] std::vector<Index> placed(PartSource const& source, Index turn, std::vector<Index> const& chunk_bytes);
    void check_encoded();
    void sum_counts();
    [[nodiscard]] std::string gathered(std::vector<Damage> const& mine) const;

    Comm const& comm_;
    CopyJob const& job_;
    CopyTask task_;
    MemoryAccount account_;
    std::uint64_t source_identity_ = 0;
    std::optional<CopyJournal> journal_;
    bool useless_ = false; // what was written is not worth going on with
    std::optional<CopyParts> parts_;
    std::optional<StoredArray> target_;
    bool resumed_ = false;
    std::vector<bool> missing_; // of this rank's turns: is there a part, and was it not there already?
    CopyOutcome outcome_;
};

} // namespace tessera
