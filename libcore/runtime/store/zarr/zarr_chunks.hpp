// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the chunks of a Zarr array, each in a file of its own.
#pragma once

#include "libcore/runtime/store/stored_array.hpp"
#include "libcore/runtime/store/zarr/zarr_array.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace tessera {

/// The file of the chunk with these numbers, in the array's directory: "0.3.1", "c/0/3/1".
[[nodiscard]] std::string zarr_chunk_name(ZarrArray const& array, std::span<Index const> chunk);

/// Is the chunk of this path, in the array's directory, stored? Throws where nobody can say, or where chunks lie under other names
/// than the metadata have for them.
[[nodiscard]] bool is_chunk_stored(std::string const& directory, std::string const& path, ZarrArray const& array);

/// Reads elements chunk by chunk; what is not stored is the fill value, or zero. A chunk that is damaged throws std::runtime_error,
/// which names its file.
[[nodiscard]] std::shared_ptr<BoxReader> zarr_reader(std::string directory, ZarrArray array);

/// Writes every chunk to its file in the directory, which is there.
[[nodiscard]] std::shared_ptr<ChunkWriter> zarr_writer(std::string directory, ZarrArray array);

} // namespace tessera
