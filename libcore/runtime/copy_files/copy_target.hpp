// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the file a copy makes.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/comm.hpp"
#include "libcore/runtime/copy_files/stored_array.hpp"
#include "libcore/runtime/files/file_name.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace tessera {

/// An array to be stored, and how.
struct TargetArray {
    ElementType type;
    Extents extents;
    StorageOrder order = StorageOrder::C;
    bool big_endian = false;
    std::optional<Extents> chunk = std::nullopt; ///< HDF5: none means contiguous
};

/// A file, or several, made under provisional names beside where they will be, and named at the end.
class CopyTarget {
  public:
    virtual ~CopyTarget() = default;

    /// How the array will be stored.
    [[nodiscard]] virtual StoredShape shape() const = 0;
    /// Everything that makes a difference to the bytes, in words: a copy is resumed only if it says the same.
    [[nodiscard]] virtual std::string description() const = 0;

    /// Makes everything but the elements, in place of what may be left of an earlier try. One rank. Failures throw.
    virtual void create() = 0;
    /// Is what create() made still there? One rank.
    [[nodiscard]] virtual bool is_begun() const = 0;
    /// The same, to write elements and to read them back. Every rank; not collective.
    [[nodiscard]] virtual StoredArray open() = 0;
    /// All elements are written: stores their checksum and puts everything on the disk. Collective. Failures throw on some ranks.
    virtual void finish(Comm const& comm, std::uint64_t checksum) = 0;
    /// Gives it its final name. One rank.
    virtual void publish() = 0;
    /// Removes what create() made. One rank.
    virtual void discard() noexcept = 0;
};

/// Where a file will be, and where it is made: ".name.iocopy".
struct TargetPlace {
    std::string path;
    [[nodiscard]] std::string provisional() const;
    [[nodiscard]] std::string journal() const; ///< ".name.iocopy-journal"
};

/// A dataset of a new HDF5 file. `like`: the dataset its type, attributes and fill value come from.
/// Errors: a type HDF5 has no equal for; chunks that do not fit the array.
struct Hdf5Original {
    std::string path;
    std::string dataset;
};
[[nodiscard]] Result<std::unique_ptr<CopyTarget>> hdf5_target(TargetPlace const& place, TargetArray const& array,
                                                              std::string const& dataset, std::optional<Hdf5Original> like);

/// An npy or raw file. Errors: a type that npy has no code for; a chunk.
[[nodiscard]] Result<std::unique_ptr<CopyTarget>> flat_target(TargetPlace const& place, TargetArray const& array,
                                                              FileName::Format format);

} // namespace tessera
