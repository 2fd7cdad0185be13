// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parts of the target, read from the files of the source.
#pragma once

#include "libcore/io/copy_plan.hpp"
#include "libcore/mapping/copy_map.hpp"
#include "libcore/runtime/access/box_requests.hpp"
#include "libcore/runtime/file_copy/part_buffer.hpp"
#include "libcore/runtime/memory/memory_account.hpp"
#include "libcore/runtime/store/open_files.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace tessera {

struct ChunkPlace;

/// The source has bytes that cannot be read.
class UnreadablePart : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Reads a part file by file: straight into the part where runs of the file are runs of the part, else through a staging buffer
/// that holds chunks of the file, or a piece of one, at a time. Chunks that are decoded here, or what is needed of them, are
/// decoded, and their elements put into the part, by several threads. One rank's; not collective.
class PartReader {
  public:
    /// `map`: from the source to the target, in normal form. `sums`: are checksums wanted? Everything is used by reference.
    PartReader(StoredArray const& source, CopyMap const& map, Extents const& target_extents, CopyPlan const& plan,
               MemoryAccount& account, bool sums = true);

    /// Sets all elements of the part; throws UnreadablePart where it cannot. Returns their checksum, where sums are wanted, by
    /// their positions in the target, taken as they came from the file; nothing where they came straight into the part, whose own
    /// it is. `copy`: which, of replicated elements.
    [[nodiscard]] std::optional<std::uint64_t> read(PartBuffer& part, int copy = 0);
    /// The same with a checksum in any case.
    [[nodiscard]] std::uint64_t read_summed(PartBuffer& part, int copy = 0);
    /// The checksum of the elements that the part holds.
    [[nodiscard]] std::uint64_t checksum_in(PartBuffer const& part) const;
    /// Of some boxes within it.
    [[nodiscard]] std::vector<std::uint64_t> checksums_in(PartBuffer const& part, std::vector<std::vector<Run>> const& boxes) const;
    /// Sets all elements of the part to what the source has in places that are not stored.
    void fill_in(PartBuffer& part) const;
    /// A box of the target in pieces that fail by themselves: each of one chunk of the source, or a short stretch of its file.
    [[nodiscard]] std::vector<std::vector<Run>> read_apart(std::vector<Run> const& box) const;
    /// The stored bytes that the part's elements are read from, as far as formats tell.
    [[nodiscard]] std::vector<FileStretch> stretches(PartBuffer const& part, int copy = 0) const;
    [[nodiscard]] RequestCounts counts() const { return counts_; }
    /// The requests that read() would make; none is made, and no memory of the part is touched.
    [[nodiscard]] RequestCounts count(PartBuffer& part, int copy = 0);

  private:
    /// What is needed of one dimension of a file's allocation, and the axis that runs through it.
    struct Needed {
        std::size_t axis = 0;
        CopySide source = {};
        Run keys = {};   ///< the axis' indices from the first needed to the last
        Index first = 0; ///< the local index of the first of them
        Run local = {};  ///< from the lowest needed local index to the highest
        Index skip = 1;  ///< needed are every skip-th of them
    };

    void read_file(std::size_t number, PartBuffer& part);
    /// `channel`: null where there is none to be read from. `sums_apart`: it is not all that the part gets.
    void read_places(StoredFile const& file, FileChannel const* channel, std::vector<Needed> const& needed, PartBuffer& part,
                     bool sums_apart);
    void read_plain(StoredFile const& file, Extents const& chunk, PartBuffer& part);
    [[nodiscard]] std::vector<Needed> needed_of(StoredFile const& file, PartBuffer const& part) const;
    [[nodiscard]] bool runs_straight(StoredFile const& file, std::vector<Needed> const& needed, PartBuffer const& part) const;
    [[nodiscard]] Index straight_run(StoredFile const& file, std::vector<Needed> const& needed, PartBuffer const& part) const;
    void read_straight(StoredFile const& file, std::vector<Needed> const& needed, PartBuffer& part, RequestQueue& queue);
    void read_staged(StoredFile const& file, std::vector<Needed> const& needed, PartBuffer& part, RequestQueue& queue);
    void read_chunks(std::size_t number, std::vector<Needed> const& needed, PartBuffer& part);
    void take_chunks(std::size_t number, std::vector<Needed> const& needed, std::vector<Extents> chunks, PartBuffer& part);
    void take_stretches(StoredFile const& file, std::vector<Needed> const& needed, std::size_t slot, Extents const& chunk,
                        ChunkPlace const& place, PartBuffer& part);
    void count_boxes(StoredShape const& shape, std::span<Run const> region);
    // A load is a box of the allocation in some memory.
    void turn_bytes(std::span<std::byte> load) const;
    void fetch(StoredFile const& file, std::vector<Needed> const& needed, BoxPlace const& load, RequestQueue& queue);
    [[nodiscard]] std::uint64_t scatter(StoredFile const& file, std::vector<Needed> const& needed, BoxPlace const& load,
                                        std::byte const* memory, PartBuffer& part) const;
    void sum_up(std::uint64_t sum);
    void add(StoredFile const& file, std::vector<BoxLine> const& lines, std::byte* memory, RequestQueue& queue) const;
    void fill(std::vector<RunDim> dims, std::byte* memory) const;
    void add_sum(StoredFile const& file, PartBuffer const& part);

    [[nodiscard]] std::vector<int> order_of_source() const;
    [[nodiscard]] PeriodicSet keys(Needed const& needed, PeriodicSet const& owned, PartBuffer const& part) const;

    StoredArray const& source_;
    CopyMap const& map_;
    CopyPlan const& plan_;
    bool sums_;
    ElementPlace numbers_; // of the target's elements, per axis
    Extents const& target_extents_;
    /// Where a thread decodes chunks to. The last one is kept, for the next part.
    struct Slot {
        std::vector<std::byte> own; ///< memory, where it is not the staging buffer
        std::size_t file = 0;       ///< whose chunk it holds
        std::optional<Extents> chunk = std::nullopt;
        std::uint64_t sum = 0;
    };
    [[nodiscard]] std::span<std::byte> memory_of(std::size_t slot, Index bytes);

    AccountedBuffer staging_;
    std::vector<Slot> slots_; // at most as many as threads
    MemoryAccount::Share lists_;
    OpenFiles files_;
    std::unique_ptr<FileChannel> plain_; ///< the file of the chunk that read_plain() has read last
    std::string plain_path_;
    RequestCounts counts_;
    std::optional<std::uint64_t> checksum_; // of what was read, where it can be another than the part's
    bool counting_ = false;                 // requests are only counted
};

} // namespace tessera
