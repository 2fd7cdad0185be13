// SPDX-License-Identifier: BSD-3-Clause
// Tessera: writes parts of the target to its files.
#pragma once

#include "libcore/files/access/box_requests.hpp"
#include "libcore/files/copy/part_buffer.hpp"
#include "libcore/files/store/open_files.hpp"
#include "libcore/files/store/stored_array.hpp"
#include "libcore/io/copy_plan.hpp"
#include "libcore/runtime/memory/memory_account.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace tessera {

/// Writes a part to its place in the target's files. If the array is one file, it writes directly from the part. If each chunk is a
/// file, it writes chunk by chunk: a part holds whole chunks, which several threads write, or a piece of a chunk that is larger
/// than the memory. If each rank has a file, it gathers the elements of each file in a staging buffer. Used by one rank; not
/// collective.
class PartWriter {
  public:
    /// Keeps a reference to `target`, and shares `account`.
    PartWriter(StoredArray const& target, CopyPlan const& plan, MemoryAccount& account);

    void write(PartBuffer& part);
    /// Writes only these boxes of the part, which are units.
    void write(PartBuffer& part, std::span<std::vector<Run> const> boxes);
    /// Number of units that are best written in one call.
    [[nodiscard]] Index units_at_once() const { return units_at_once_; }
    /// Puts everything that was written on the disk. Throws if that fails.
    void finish() { files_.sync(); }
    [[nodiscard]] RequestCounts counts() const { return counts_; }
    /// Returns the requests that write() would make. Makes none, and does not access the part's memory.
    [[nodiscard]] RequestCounts count(PartBuffer& part);

  private:
    void write_cells(PartBuffer& part);
    void add_chunks(PartBuffer const& part, std::vector<Extents>& chunks) const;
    [[nodiscard]] bool holds_chunks(PartBuffer const& part) const;
    void write_pieces(PartBuffer& part);
    void write_piece(Extents const& chunk, PartBuffer& part);
    void write_chunks(PartBuffer const& part, std::vector<Extents> const& chunks);
    [[nodiscard]] Index write_chunk(int member, Extents const& chunk, PartBuffer const& part);
    void write_gathered(std::size_t number, PartBuffer const& part);
    void write_box(std::size_t number, std::vector<Run> const& box, PartBuffer const& part);
    void write_lines(std::size_t number, std::vector<BoxLine> const& lines, std::byte* memory);

    StoredArray const& target_;
    MemoryAccount account_;
    MemoryAccount::Share lists_;
    MemoryAccount::Share writer_memory_;
    AccountedBuffer staging_; // empty if the array is one file
    bool in_pieces_ = false;  // each chunk is a file and larger than a part
    int members_ = 1;         // number of threads that write chunks
    Index units_at_once_ = 1;
    std::vector<AccountedBuffer> chunks_; // one per thread, if parts do not hold chunks in their stored form
    OpenFiles files_;
    std::unique_ptr<FileChannel> cut_; // file of the chunk of which a piece was written last
    Extents cut_chunk_;
    RequestCounts counts_;
    bool counting_ = false; // requests are counted, not made
};

} // namespace tessera
