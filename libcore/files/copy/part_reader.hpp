// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reads parts of the target from the files of the source.
#pragma once

#include "libcore/files/access/box_requests.hpp"
#include "libcore/files/copy/part_buffer.hpp"
#include "libcore/files/store/open_files.hpp"
#include "libcore/files/store/stored_array.hpp"
#include "libcore/io/copy_plan.hpp"
#include "libcore/mapping/copy_map.hpp"
#include "libcore/runtime/memory/memory_account.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace tessera {

struct ChunkInfo;

/// Parts of the source cannot be read.
class UnreadablePart : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Reads a part file by file. Runs that are contiguous in the file and in the part are read directly into the part. Other elements
/// pass through a staging buffer, which holds some chunks of the file or a piece of one. Several threads decode chunks, completely
/// or only the needed bytes, and copy their elements into the part. Used by one rank; not collective.
class PartReader {
  public:
    /// `map`: from the source to the target, in normal form. `sums`: whether read() returns checksums. Keeps references to all
    /// other arguments.
    PartReader(StoredArray const& source, CopyMap const& map, Extents const& target_extents, CopyPlan const& plan,
               MemoryAccount& account, bool sums = true);

    /// Reads all elements of the part. Throws UnreadablePart. If checksums are wanted, returns the checksum of the elements as they
    /// came from the file, by their positions in the target. Returns nothing if the data was read directly into the part: then
    /// checksum_in() gives it. `copy`: number of the copy of replicated elements.
    [[nodiscard]] std::optional<std::uint64_t> read(PartBuffer& part, int copy = 0);
    /// Like read(), but always returns a checksum.
    [[nodiscard]] std::uint64_t read_summed(PartBuffer& part, int copy = 0);
    /// Returns the checksum of the elements that the part holds.
    [[nodiscard]] std::uint64_t checksum_in(PartBuffer const& part) const;
    /// Returns the checksums of boxes within the part.
    [[nodiscard]] std::vector<std::uint64_t> checksums_in(PartBuffer const& part, std::vector<std::vector<Run>> const& boxes) const;
    /// Sets all elements of the part to the source's fill value.
    void fill_in(PartBuffer& part) const;
    /// Divides a box of the target into pieces that can fail independently: each lies in one chunk of the source, or is a short run
    /// of its file.
    [[nodiscard]] std::vector<std::vector<Run>> read_apart(std::vector<Run> const& box) const;
    /// Returns the stored bytes from which the part's elements are read, as far as the format knows them.
    [[nodiscard]] std::vector<FileExtent> stretches(PartBuffer const& part, int copy = 0) const;
    [[nodiscard]] RequestCounts counts() const { return counts_; }
    /// Returns the requests that read() would make. Makes none, and does not access the part's memory.
    [[nodiscard]] RequestCounts count(PartBuffer& part, int copy = 0);
    /// Returns about how many runs and loads count() visits, in constant time for each file.
    [[nodiscard]] double effort_of_counting(PartBuffer const& part, int copy = 0) const;

  private:
    /// The needed indices of one dimension of a file's allocation, and the axis that runs through it.
    struct Needed {
        std::size_t axis = 0;
        CopySide source = {};
        Run keys = {};   ///< indices of the axis, from the first needed to the last
        Index first = 0; ///< local index of the first needed element
        Run local = {};  ///< local indices, from the lowest needed to the highest
        Index skip = 1;  ///< every skip-th index is needed
    };

    void read_file(std::size_t number, PartBuffer& part);
    /// `channel`: null if nothing is read from a file. `sums_apart`: the part also gets elements from elsewhere, so their checksums
    /// are added one by one.
    void read_places(StoredFile const& file, FileChannel const* channel, std::vector<Needed> const& needed, PartBuffer& part,
                     bool sums_apart);
    void read_plain(StoredFile const& file, Extents const& chunk, PartBuffer& part);
    [[nodiscard]] std::vector<Needed> needed_of(StoredFile const& file, PartBuffer const& part) const;
    [[nodiscard]] bool runs_straight(StoredFile const& file, std::vector<Needed> const& needed, PartBuffer const& part) const;
    [[nodiscard]] Index straight_run(StoredFile const& file, std::vector<Needed> const& needed, PartBuffer const& part) const;
    [[nodiscard]] double effort(StoredFile const& file, std::vector<Needed> const& needed, PartBuffer const& part) const;
    void read_straight(StoredFile const& file, std::vector<Needed> const& needed, PartBuffer& part, RequestQueue& queue);
    void read_staged(StoredFile const& file, std::vector<Needed> const& needed, PartBuffer& part, RequestQueue& queue);
    void read_chunks(std::size_t number, std::vector<Needed> const& needed, PartBuffer& part);
    void take_chunks(std::size_t number, std::vector<Needed> const& needed, std::vector<Extents> chunks, PartBuffer& part);
    void take_extents(StoredFile const& file, std::vector<Needed> const& needed, std::size_t slot, Extents const& chunk,
                      ChunkInfo const& place, PartBuffer& part);
    void count_boxes(StoredShape const& shape, std::span<Run const> region);
    // A load is a box of the file's allocation that is held in memory.
    void turn_bytes(std::span<std::byte> load) const;
    void fetch(StoredFile const& file, std::vector<Needed> const& needed, BoxLayout const& load, RequestQueue& queue);
    [[nodiscard]] std::uint64_t scatter(StoredFile const& file, std::vector<Needed> const& needed, BoxLayout const& load,
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
    ElementLocation numbers_; // the positions of the target's elements, per axis
    Extents const& target_extents_;
    /// Memory into which a thread decodes chunks. The last chunk is kept for the next part.
    struct Slot {
        std::vector<std::byte> own; ///< memory if it is not the staging buffer
        std::size_t file = 0;       ///< number of the file whose chunk it holds
        std::optional<Extents> chunk = std::nullopt;
        std::uint64_t sum = 0;
    };
    [[nodiscard]] std::span<std::byte> memory_of(std::size_t slot, Index bytes);

    AccountedBuffer staging_;
    std::vector<Slot> slots_; // at most one per thread
    MemoryAccount::Share lists_;
    OpenFiles files_;
    std::unique_ptr<FileChannel> plain_; ///< file of the chunk that read_plain() read last
    std::string plain_path_;
    RequestCounts counts_;
    std::optional<std::uint64_t> checksum_; // checksum of the data read, if it may differ from the part's
    bool counting_ = false;                 // requests are counted, not made
};

} // namespace tessera
