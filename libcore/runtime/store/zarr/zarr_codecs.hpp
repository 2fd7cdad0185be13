// SPDX-License-Identifier: BSD-3-Clause
// Tessera: codecs of bytes in Zarr's metadata.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/store/zarr/zarr_array.hpp"

#include <string>
#include <string_view>

namespace tessera {

/// What makes bytes of texts of any length, and of sequences of bytes: the first of their codecs.
inline constexpr std::string_view texts_codec = "vlen-utf8";
inline constexpr std::string_view sequences_codec = "vlen-bytes";
[[nodiscard]] inline std::string_view texts_codec_of(ZarrType const& type) {
    return type.of_bytes ? sequences_codec : texts_codec;
}

/// Adds a codec as the metadata have it, {"id": "zlib", "level": 1} in version 2, {"name": "gzip", "configuration": {...}} in
/// version 3, to those of the array, whose type is known. Error: it names the codec that is not known here.
/// texts_codec_of() is none of bytes, and is passed over where elements are texts.
[[nodiscard]] Result<void> add_zarr_codec(ZarrArray& array, std::string_view text);

/// Gives a new array these filters: its codecs and their text. Version 3 shuffles bytes within blosc only; those of
/// texts are not shuffled. Error: a way to compress that the version does not have.
[[nodiscard]] Result<void> set_zarr_filters(ZarrArray& array, ChunkFilters filters);

/// The same with a text that another array has.
[[nodiscard]] Result<void> set_zarr_codecs(ZarrArray& array, std::string const& text);

} // namespace tessera
