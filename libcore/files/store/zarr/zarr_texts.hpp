// SPDX-License-Identifier: BSD-3-Clause
// Tessera: texts of any length in Zarr stores.
#pragma once

#include "libcore/files/store/creation_callback.hpp"
#include "libcore/files/store/text_source.hpp"
#include "libcore/files/store/zarr/zarr_array.hpp"

#include <memory>
#include <string>

namespace tessera {

// Format of a chunk of texts (codec "vlen-utf8" of numcodecs): the number of texts, then the length and the UTF-8 bytes of each, in
// C order. "vlen-bytes" is the same for arbitrary bytes. Numbers are 32-bit little-endian. The result passes through the array's
// codecs.

/// Returns a reader of the texts of an array in this directory. Chunks that are not stored hold the fill value.
[[nodiscard]] std::shared_ptr<TextSource> zarr_texts(std::string directory, ZarrArray array);

/// Returns a reader of an array of wide characters (zarr_characters.hpp), in C order.
[[nodiscard]] std::shared_ptr<TextSource> zarr_wide_texts(std::string directory, ZarrArray array);

/// Writes all chunks of a new array. One rank. Failures, including texts that are not UTF-8, throw std::runtime_error.
void write_zarr_texts(std::string const& directory, ZarrArray const& array, TextSource& texts, CreationCallback const& watch);

} // namespace tessera
