// SPDX-License-Identifier: BSD-3-Clause
// Tessera: codecs in Zarr's metadata.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/zarr/zarr_array.hpp"

#include <string>
#include <string_view>

namespace tessera {

/// Codecs that convert texts of any length, or byte sequences, to bytes. They come first in the list of codecs.
inline constexpr std::string_view texts_codec = "vlen-utf8";
inline constexpr std::string_view sequences_codec = "vlen-bytes";
[[nodiscard]] inline std::string_view texts_codec_of(ZarrType const& type) {
    return type.of_bytes ? sequences_codec : texts_codec;
}

/// Adds a codec from the metadata to the array, whose type is already known. Version 2: {"id": "zlib", "level": 1}; version 3:
/// {"name": "gzip", "configuration": {...}}. texts_codec_of() is skipped in arrays of texts. Error, with the codec's name: the
/// codec is unknown.
[[nodiscard]] Result<void> add_zarr_codec(ZarrArray& array, std::string_view text);

/// Sets the codecs of a new array and their JSON text from these filters. Version 3 can shuffle bytes only within blosc. Texts are
/// not shuffled. Error: the version lacks the compression method.
[[nodiscard]] Result<void> set_zarr_filters(ZarrArray& array, ChunkFilters filters);

/// Like set_zarr_filters(), from the JSON text of another array's codecs.
[[nodiscard]] Result<void> set_zarr_codecs(ZarrArray& array, std::string const& text);

} // namespace tessera
