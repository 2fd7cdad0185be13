// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the file a copy makes.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/copy_map.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/store/chunk_filters.hpp"
#include "libcore/runtime/store/file_name.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// An array to be stored, and how.
struct TargetArray {
    ElementType type;
    Extents extents;
    StorageOrder order = StorageOrder::C;
    bool big_endian = false;
    std::optional<Extents> chunk = std::nullopt; ///< HDF5: none means contiguous
    ChunkFilters filters = {};                   ///< with a chunk
};

/// A chunk that has passed through filters, and how long it has become.
struct EncodedChunk {
    Extents chunk; ///< its numbers, one per dimension
    Index bytes = 0;
};

/// A file, or several, made under provisional names beside where they will be, and named at the end.
class CopyTarget {
  public:
    virtual ~CopyTarget() = default;

    /// How the array will be stored.
    [[nodiscard]] virtual StoredShape shape() const = 0;
    /// Does the array lie in several files, so that parts are gathered for each?
    [[nodiscard]] virtual bool in_files() const { return false; }
    /// These files, before there are any; none where it is one.
    [[nodiscard]] virtual std::vector<StoredFile> planned_files() const { return {}; }
    /// Everything that makes a difference to the bytes, in words: a copy is resumed only if it says the same.
    [[nodiscard]] virtual std::string description() const = 0;

    /// Would a file that is there already lose more than this array if the target took its place? Then an error. One rank.
    [[nodiscard]] virtual Result<void> check_replaced() const { return {}; }
    /// Makes everything but the elements, in place of what may be left of an earlier try. One rank. Failures throw.
    virtual void create() = 0;
    /// Is what create() made still there? One rank.
    [[nodiscard]] virtual bool is_begun() const = 0;
    /// The same, to write elements and to read them back. Every rank; not collective.
    [[nodiscard]] virtual StoredArray open() = 0;
    /// All elements are written: stores their checksum and puts everything on the disk. Collective; failures throw AgreedFailure.
    virtual void finish(Comm const& comm, std::uint64_t checksum) = 0;
    /// Gives it its final name. One rank.
    virtual void publish() = 0;
    /// Removes what create() made. One rank.
    virtual void discard() noexcept = 0;

    // Chunks that pass through filters have places only once they are encoded: shape().whole_chunks. The rank that created the file
    // keeps it open until seal(), and nobody calls open() before.

    [[nodiscard]] virtual ChunkFilters filters() const { return {}; }
    /// Makes the file again around the chunks that an interrupted copy has written to it; then place_chunks() gives the same
    /// chunks, told in the same order, the same places.
    virtual void create_again() {}
    /// The first byte of each.
    [[nodiscard]] virtual std::vector<Index> place_chunks(std::vector<EncodedChunk> const&) { return {}; }
    /// The path of the file the encoded chunks are written to.
    [[nodiscard]] virtual std::string encoded_path() const { return ""; }
    virtual void seal() {}
};

/// Where a file will be, and where it is made: ".name.iocopy".
struct TargetPlace {
    std::string path;
    [[nodiscard]] std::string provisional() const;
    [[nodiscard]] std::string journal() const; ///< ".name.iocopy-journal"
};

/// The dataset that a new one is a copy of: type, attributes, fill value, dimension scales come from it.
struct Hdf5Original {
    std::string path;
    std::string dataset;
    CopyMap map;      ///< from its dimensions to the new one's, in normal form
    bool all = false; ///< the other objects of its file are copied, too
};

/// A dataset of a new HDF5 file. Errors: a type HDF5 has no equal for; chunks that do not fit the array; filters without chunks.
[[nodiscard]] Result<std::unique_ptr<CopyTarget>> hdf5_target(TargetPlace const& place, TargetArray const& array,
                                                              std::string const& dataset, std::optional<Hdf5Original> like);

/// Files of a mapping's ranks and their manifest; place.path is the manifest's. Error: `mapping` maps another array.
[[nodiscard]] Result<std::unique_ptr<CopyTarget>> local_target(TargetPlace const& place, TargetArray const& array, Mapping mapping);

/// An npy or raw file. Errors: a type that npy has no code for; a chunk.
[[nodiscard]] Result<std::unique_ptr<CopyTarget>> flat_target(TargetPlace const& place, TargetArray const& array,
                                                              FileName::Format format);

} // namespace tessera
