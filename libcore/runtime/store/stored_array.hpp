// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array in one or more files, as a copy reads and writes it.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/io/copy_parts.hpp"
#include "libcore/io/element_fields.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/runtime/access/chunk_places.hpp"
#include "libcore/runtime/access/file_channel.hpp"
#include "libcore/runtime/access/posix_file.hpp"
#include "libcore/runtime/store/chunk_filters.hpp"
#include "libcore/runtime/store/file_stretch.hpp"
#include "libcore/runtime/store/text_source.hpp"
#include "libcore/sets/box_set.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace tessera {

class ChunkBoxes;

/// Elements that only a library can get out of a file: filtered, virtual, compact, ...
class BoxReader {
  public:
    virtual ~BoxReader() = default;
    /// Reads the elements of a box of the allocation, gapless in the file's order of dimensions.
    virtual void read(std::span<Run const> box, std::byte* memory) = 0;
    /// The stored bytes that such a box is made of, as far as that is known; none here.
    [[nodiscard]] virtual std::vector<FileStretch> stretches(std::span<Run const>) { return {}; }
    /// Where it decodes chunks itself: chunk by chunk, several at a time.
    [[nodiscard]] virtual ChunkBoxes* chunks() { return nullptr; }
    /// How many of all chunks are stored, where somebody counts. Failures throw.
    [[nodiscard]] virtual std::optional<Index> stored_chunks() { return std::nullopt; }
    virtual void drop_cache() {} ///< from now on it reads from the disk, not what the system kept in memory
};

/// Chunks that are written whole, each by one rank, to wherever their format puts them: files of their own.
class ChunkWriter {
  public:
    virtual ~ChunkWriter() = default;
    /// `elements`: of the whole chunk with these numbers, gapless in the file's order of dimensions; those beyond the array are
    /// 0. Returns how many bytes were written. `member`: of those that share_among() said.
    virtual Index write(int member, std::span<Index const> chunk, std::span<std::byte const> elements) = 0;
    /// As many threads as `wanted` may write at the same time from now on, each as another member, or fewer: how many.
    virtual int share_among(int) { return 1; }
    [[nodiscard]] virtual Index memory() const = 0; ///< bytes that it keeps for each member
    /// Where chunks may be cut: the path of the file of this one, which has the bytes of the whole chunk, zeros where none were
    /// written. Of several that ask, the first makes it.
    [[nodiscard]] virtual std::string file_of_pieces(std::span<Index const>) { throw std::logic_error("chunks are written whole"); }
    /// Do filters change elements?
    [[nodiscard]] virtual bool changes() const { return false; }
    /// Then: sets those of a chunk, as write() gets them, to what a reader will find. Throws ElementLost (round_trip.hpp).
    virtual void pass(std::span<std::byte>) {}
};

/// A part of an array in a file of its own, or all of it.
struct StoredFile {
    std::string path;
    BoxSet owned;                            ///< the array's indices it holds; they lie in ascending order
    Extents origin;                          ///< where the first of them lies in the allocation, per dimension: behind the shadow
    StoredShape shape;                       ///< of the allocation
    int copy = 0;                            ///< of replicated elements: which copy it holds
    std::optional<Rank> rank = std::nullopt; ///< whose allocation it is, where it is one rank's
    /// What is written to it: `owned` and the neighbours' elements in its shadow, the first of them at `filled_origin`.
    BoxSet filled = owned;
    Extents filled_origin = origin;
    std::shared_ptr<ChunkPlaces> places = nullptr;
    std::shared_ptr<BoxReader> boxes = nullptr;    ///< where bytes have no places
    std::shared_ptr<ChunkWriter> chunks = nullptr; ///< the same, where it is written
    bool chunked = false;                          ///< its format calls it so, even where there is one chunk
    ChunkFilters filters = {};
    std::optional<Extents> shard = std::nullopt;          ///< of the files that gather chunks, in formats that have such
    std::vector<std::string> other_filters = {};          ///< names of those that chunks pass through besides
    std::optional<std::uint64_t> checksum = std::nullopt; ///< of its bytes, as checksum_of() (manifest.hpp)
};

struct StoredArray {
    std::string name;       ///< "a.h5:/A", for messages
    std::string array = {}; ///< what it is called in its file; else as `name`
    ElementType type;
    Extents extents;
    StorageOrder order = StorageOrder::C;
    Extents lower = {}; ///< its lower bounds, where the file says them
    bool big_endian = false;
    ElementFields fields = {};                            ///< of elements that are structures, where the file says them
    std::vector<bool> grows = {};                         ///< which of its dimensions can become longer; empty: none
    std::vector<std::byte> fill = {};                     ///< the element that stands for chunks that are not stored; empty: zeros
    std::optional<std::uint64_t> checksum = std::nullopt; ///< that was stored with it: element_checksum() by C-order positions
    std::vector<StoredFile> files = {};
    std::vector<std::string> other_files = {};   ///< that belong to it: its manifest, files that an HDF5 file refers to
    bool is_virtual = false;                     ///< it has no elements of its own: it is put together of other arrays
    bool being_written = false;                  ///< its writer has it open: it may be longer by now
    std::vector<std::string> missing_files = {}; ///< names of such as are not there
    std::vector<std::string> dim_names = {};     ///< where the file names its dimensions: one for each
    bool turned = false;                         ///< whoever reads its bytes turns the byte order of every element round
    std::shared_ptr<TextSource> texts = nullptr; ///< elements that are texts of any length, where others read them, too
    bool parts_elsewhere = false;                ///< elements are addresses of what they hold: only their format can copy them
    bool is_sparse = false;                      ///< zeros that are written to it become holes
    bool is_scratch = false;                     ///< is read back by whoever writes it and removed then
    ChannelKind channel = ChannelKind::Posix;    ///< how the files' bytes are reached

    [[nodiscard]] Index elements() const;
    [[nodiscard]] Index bytes() const { return elements() * type.bytes; }
    [[nodiscard]] int copies() const;
    /// How the array is stored, for planning.
    [[nodiscard]] StoredShape shape() const;
};

/// Chunks for which the fill value stands.
struct UnstoredChunks {
    Index count = 0;
    Index all = 0;
};

/// Of an array in one file. None are counted where all are stored, or nobody can tell. Failures throw.
[[nodiscard]] UnstoredChunks unstored_chunks(StoredArray const& array);

/// How an array is stored that lies in files like this one, for planning: their blocks are taken for chunks.
[[nodiscard]] StoredShape shape_of_files(StoredFile const& file, Extents const& extents);

/// Dimensions from fastest to slowest in this order of storage.
[[nodiscard]] std::vector<int> permutation_of(StorageOrder order, std::size_t dims);

/// The whole array in one piece of one file, its first element at `begin`.
[[nodiscard]] StoredFile in_one_piece(std::string path, Extents const& extents, StorageOrder order, Index begin);

} // namespace tessera
