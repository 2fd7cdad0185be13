// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the chunks of a Zarr array, one file each.
#pragma once

#include "libcore/files/store/stored_array.hpp"
#include "libcore/files/store/zarr/zarr_array.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace tessera {

/// Name of a chunk's file in the array's directory: "0.3.1", "c/0/3/1".
[[nodiscard]] std::string zarr_chunk_name(ZarrArray const& array, std::span<Index const> chunk);

/// Returns whether the chunk at this path in the array's directory is stored. Throws if that cannot be determined, or if chunks
/// have other names than the metadata imply.
[[nodiscard]] bool is_chunk_stored(std::string const& directory, std::string const& path, ZarrArray const& array);

/// Returns a reader of elements by chunks. Chunks that are not stored read as the fill value, or zero. A damaged chunk throws
/// std::runtime_error, which names its file.
[[nodiscard]] std::shared_ptr<BoxReader> zarr_reader(std::string directory, ZarrArray array);

/// Returns a writer that writes each chunk to its file in the directory, which must exist.
[[nodiscard]] std::shared_ptr<ChunkWriter> zarr_writer(std::string directory, ZarrArray array);

} // namespace tessera
