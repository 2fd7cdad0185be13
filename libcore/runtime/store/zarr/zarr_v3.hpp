// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Zarr's metadata of version 3.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/store/zarr/zarr_array.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tessera {

// The texts are strict JSON; errors do not name the file.

/// What "zarr.json" says of an array. Errors: no JSON, what is missing, contradicts itself or is not known here; an extension that
/// one has to know.
[[nodiscard]] Result<ZarrArray> parse_zarr_json(std::string_view text);
/// `attributes`: an object in JSON, or empty.
[[nodiscard]] std::string zarr_json_text(ZarrArray const& array, std::string_view attributes);

/// "array" or "group" where the text is that of such a node.
[[nodiscard]] std::optional<std::string> zarr_node_type(std::string_view text);
/// The attributes in it, in JSON.
[[nodiscard]] std::string zarr_json_attributes(std::string_view text);
/// A group with these attributes, an object in JSON.
[[nodiscard]] std::string zarr_group_text(std::string_view attributes);

/// The most chunks that the index of a shard lists here: each takes some 30 bytes of memory.
inline constexpr Index most_listed_chunks = Index{1} << 24;

/// Shards of such chunks, whose new index has bytes, the lowest first, and their CRC-32C.
[[nodiscard]] std::vector<ZarrShards> new_zarr_shards(Extents chunk);

} // namespace tessera
