// SPDX-License-Identifier: BSD-3-Clause
// Tessera: texts of any length in Zarr stores.
#pragma once

#include "libcore/runtime/store/making_watch.hpp"
#include "libcore/runtime/store/text_source.hpp"
#include "libcore/runtime/store/zarr/zarr_array.hpp"

#include <memory>
#include <string>

namespace tessera {

// A chunk of texts is their number, and of each its length and its bytes in UTF-8, in C's order: the codec "vlen-utf8" of
// numcodecs. The same of sequences of any bytes: "vlen-bytes". Numbers have 32 bits, the lowest first. What comes of it passes
// through the array's codecs.

/// Those of an array in this directory; chunks that are not stored hold its fill value.
[[nodiscard]] std::shared_ptr<TextSource> zarr_texts(std::string directory, ZarrArray array);

/// Those of an array of wide characters (zarr_characters.hpp), in C's order.
[[nodiscard]] std::shared_ptr<TextSource> zarr_wide_texts(std::string directory, ZarrArray array);

/// Writes all chunks of a new array. One rank's. Failures throw std::runtime_error, also texts that are no UTF-8.
void write_zarr_texts(std::string const& directory, ZarrArray const& array, TextSource& texts, MakingWatch const& watch);

} // namespace tessera
