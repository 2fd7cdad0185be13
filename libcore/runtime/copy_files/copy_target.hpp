// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the file a copy makes.
#pragma once

#include "libcore/base/result.hpp"
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

/// Made under any name; who calls gives it its final one.
class CopyTarget {
  public:
    virtual ~CopyTarget() = default;

    /// How it will be stored.
    [[nodiscard]] virtual StoredShape shape() const = 0;
    /// Makes the file with everything but the elements. One rank; the name is free. Failures throw.
    virtual void create(std::string const& path) = 0;
    /// The same file, to write its elements and to read them back. Every rank; not collective.
    [[nodiscard]] virtual StoredArray open(std::string const& path) = 0;
    /// Stores the checksum of its elements. One rank, when all are written.
    virtual void finish(std::string const& path, std::uint64_t checksum) = 0;
};

/// A dataset of a new HDF5 file. `like`: the dataset its type, attributes and fill value come from, "/A" in an HDF5 file.
/// Errors: a type HDF5 has no equal for; chunks that do not fit the array.
struct Hdf5Original {
    std::string path;
    std::string dataset;
};
[[nodiscard]] Result<std::unique_ptr<CopyTarget>> hdf5_target(TargetArray const& array, std::string const& dataset,
                                                              std::optional<Hdf5Original> like);

/// An npy or raw file. Errors: a type that npy has no code for; a chunk.
[[nodiscard]] Result<std::unique_ptr<CopyTarget>> flat_target(TargetArray const& array, FileName::Format format);

} // namespace tessera
