// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parts of the target, written to its files.
#pragma once

#include "libcore/io/copy_plan.hpp"
#include "libcore/runtime/access/box_requests.hpp"
#include "libcore/runtime/file_copy/part_buffer.hpp"
#include "libcore/runtime/memory/memory_account.hpp"
#include "libcore/runtime/store/open_files.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace tessera {

/// Writes a part to where its elements lie: straight from the part where the array is one file, chunk by chunk where chunks are
/// files (a part then holds whole ones, which several threads write, or a piece of one that no memory holds), else gathered file by
/// file through a staging buffer. One rank's; not collective.
class PartWriter {
  public:
    /// Everything is used by reference.
    PartWriter(StoredArray const& target, CopyPlan const& plan, MemoryAccount& account);

    void write(PartBuffer& part);
    /// Only these boxes of it, which are units.
    void write(PartBuffer& part, std::span<std::vector<Run> const> boxes);
    /// How many units are best written at once.
    [[nodiscard]] Index units_at_once() const { return units_at_once_; }
    /// What was written is on the disk. Throws where it is not.
    void finish() { files_.sync(); }
    [[nodiscard]] RequestCounts counts() const { return counts_; }
    /// The requests that write() would make; none is made, and no memory of the part is touched.
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
    AccountedBuffer staging_; // empty where the array is one file
    bool in_pieces_ = false;  // chunks that are files are longer than parts
    int members_ = 1;         // threads that write chunks
    Index units_at_once_ = 1;
    std::vector<AccountedBuffer> chunks_; // of each member, where parts do not hold chunks as they are written
    OpenFiles files_;
    std::unique_ptr<FileChannel> cut_; // the file of the chunk of which a piece was written last
    Extents cut_chunk_;
    RequestCounts counts_;
    bool counting_ = false; // requests are only counted
};

} // namespace tessera
