// SPDX-License-Identifier: BSD-3-Clause
// Tessera: description of an array in one or more files, for reading and writing.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/access/chunk_addresses.hpp"
#include "libcore/files/access/file_channel.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/chunk_filters.hpp"
#include "libcore/files/store/file_extent.hpp"
#include "libcore/files/store/text_source.hpp"
#include "libcore/io/copy_parts.hpp"
#include "libcore/io/element_fields.hpp"
#include "libcore/mapping/array_spec.hpp"
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

/// Reads elements that need a library: filtered, virtual, compact, ...
class BoxReader {
  public:
    virtual ~BoxReader() = default;
    /// Reads the elements of a box of the allocation, contiguous in the file's order of dimensions.
    virtual void read(std::span<Run const> box, std::byte* memory) = 0;
    /// Returns the byte ranges in which such a box is stored, as far as they are known. Empty by default.
    [[nodiscard]] virtual std::vector<FileExtent> stretches(std::span<Run const>) { return {}; }
    /// Returns the reader of single chunks if Tessera decodes them itself; otherwise null.
    [[nodiscard]] virtual ChunkBoxes* chunks() { return nullptr; }
    /// Number of stored chunks; nullopt if unknown. Failures throw.
    [[nodiscard]] virtual std::optional<Index> stored_chunks() { return std::nullopt; }
    virtual void drop_cache() {} ///< reads from the disk from now on, not from the system's page cache
};

/// Writes whole chunks, each by one rank, where the format stores them (for example in files of their own).
class ChunkWriter {
  public:
    virtual ~ChunkWriter() = default;
    /// Writes the chunk with these numbers and returns the number of bytes written. `elements`: the whole chunk, contiguous in the
    /// file's order of dimensions; elements beyond the array are 0. `member`: a number below the result of share_among().
    virtual Index write(int member, std::span<Index const> chunk, std::span<std::byte const> elements) = 0;
    /// Allows up to `wanted` threads to write at the same time, each with its own member number. Returns how many may, which can be
    /// fewer.
    virtual int share_among(int) { return 1; }
    [[nodiscard]] virtual Index memory() const = 0; ///< bytes of memory per member
    /// Path of the file of one chunk, for formats in which ranks may write parts of a chunk. The file has the bytes of the whole
    /// chunk, zeros where nothing was written. The first caller creates it.
    [[nodiscard]] virtual std::string file_of_pieces(std::span<Index const>) { throw std::logic_error("chunks are written whole"); }
    /// Returns whether filters change elements.
    [[nodiscard]] virtual bool changes() const { return false; }
    /// Replaces the elements of a chunk by those that a reader will get, if changes(). Throws ElementNotPreserved (round_trip.hpp).
    virtual void pass(std::span<std::byte>) {}
};

/// A file that holds an array or a part of it.
struct StoredFile {
    std::string path;
    BoxSet owned;                            ///< the array's indices in this file, stored in ascending order
    Extents origin;                          ///< position of the first of them in the allocation, per dimension (after the shadow)
    StoredShape shape;                       ///< shape of the allocation
    int copy = 0;                            ///< number of the copy, if elements are replicated
    std::optional<Rank> rank = std::nullopt; ///< the rank whose allocation it is, if any
    /// Indices written to the file: `owned` and the neighbours' elements in its shadow. The first is stored at `filled_origin`.
    BoxSet filled = owned;
    Extents filled_origin = origin;
    std::shared_ptr<ChunkAddresses> places = nullptr;
    std::shared_ptr<BoxReader> boxes = nullptr;    ///< reader, if elements have no fixed offsets
    std::shared_ptr<ChunkWriter> chunks = nullptr; ///< writer, if elements have no fixed offsets
    bool chunked = false;                          ///< the format calls it chunked, even if there is one chunk
    ChunkFilters filters = {};
    std::optional<Extents> shard = std::nullopt;          ///< extents of a shard (a file of several chunks), if any
    std::vector<std::string> other_filters = {};          ///< names of further filters of the chunks
    std::optional<std::uint64_t> checksum = std::nullopt; ///< checksum of the file's bytes by checksum_of() (manifest.hpp)
};

struct StoredArray {
    std::string name;       ///< "a.h5:/A", for messages
    std::string array = {}; ///< name in its file; empty: same as `name`
    ElementType type;
    Extents extents;
    StorageOrder order = StorageOrder::C;
    Extents lower = {}; ///< lower bounds, if the file states them
    bool big_endian = false;
    ElementFields fields = {};                            ///< fields of structured elements, if the file states them
    std::vector<bool> unlimited = {};                     ///< unlimited dimensions; empty: none
    std::vector<std::byte> fill = {};                     ///< the element in chunks that are not stored; empty: zeros
    std::optional<std::uint64_t> checksum = std::nullopt; ///< checksum stored with it: element_checksum() by C-order positions
    std::vector<StoredFile> files = {};
    std::vector<std::string> other_files = {};   ///< further files that belong to it: a manifest, files that an HDF5 file refers to
    bool is_virtual = false;                     ///< its elements lie in other arrays
    bool being_written = false;                  ///< a writer has it open, so it may have grown since
    std::vector<std::string> missing_files = {}; ///< names of source files that do not exist
    std::vector<std::string> dim_names = {};     ///< one name per dimension, if the file names them
    bool byte_swapped = false;                   ///< readers must swap the bytes of each element
    std::shared_ptr<TextSource> texts = nullptr; ///< reader of texts of any length, in formats that provide one
    bool parts_elsewhere = false; ///< elements are references to data elsewhere; only the file's own format can copy them
    bool is_sparse = false;       ///< zeros written to it become holes
    bool is_scratch = false;      ///< read back by its writer and then removed
    ChannelKind channel = ChannelKind::Posix; ///< access method for the files' bytes

    [[nodiscard]] Index elements() const;
    [[nodiscard]] Index bytes() const { return elements() * type.bytes; }
    [[nodiscard]] int copies() const;
    /// Returns how the array is stored, for planning.
    [[nodiscard]] StoredShape shape() const;
};

/// Number of chunks that are not stored and read as the fill value.
struct UnstoredChunks {
    Index count = 0;
    Index all = 0;
};

/// Counts the chunks of a one-file array that are not stored. Returns zeros if all are stored or the format cannot tell. Failures
/// throw.
[[nodiscard]] UnstoredChunks unstored_chunks(StoredArray const& array);

/// Returns the storage shape of an array that lies in files like this one, for planning. The blocks of the files count as chunks.
[[nodiscard]] StoredShape shape_of_files(StoredFile const& file, Extents const& extents);

/// Returns the dimensions from fastest to slowest in this storage order.
[[nodiscard]] std::vector<int> permutation_of(StorageOrder order, std::size_t dims);

/// Returns a file that holds the whole array contiguously, from byte `begin` on.
[[nodiscard]] StoredFile in_one_piece(std::string path, Extents const& extents, StorageOrder order, Index begin);

} // namespace tessera
