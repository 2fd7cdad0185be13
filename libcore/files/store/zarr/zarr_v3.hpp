// SPDX-License-Identifier: BSD-3-Clause
// Tessera: metadata of Zarr version 3.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/zarr/zarr_array.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tessera {

// The texts are strict JSON; errors do not name the file.

/// Parses the "zarr.json" of an array. Errors: invalid JSON; missing, contradictory or unknown entries; an unknown extension that
/// readers must understand.
[[nodiscard]] Result<ZarrArray> parse_zarr_json(std::string_view text);
/// Returns the "zarr.json" of an array. `attributes`: a JSON object, or empty.
[[nodiscard]] std::string zarr_json_text(ZarrArray const& array, std::string_view attributes);

/// Returns "array" or "group"; nullopt if the text describes no such node.
[[nodiscard]] std::optional<std::string> zarr_node_type(std::string_view text);
/// Returns the attributes in it as JSON.
[[nodiscard]] std::string zarr_json_attributes(std::string_view text);
/// Returns the "zarr.json" of a group. `attributes`: a JSON object.
[[nodiscard]] std::string zarr_group_text(std::string_view attributes);

/// Maximum number of chunks in a shard's index. Each takes about 30 bytes of memory.
inline constexpr Index most_listed_chunks = Index{1} << 24;

/// Returns the settings of new shards with such chunks: a little-endian index with a CRC-32C.
[[nodiscard]] std::vector<ZarrShards> new_zarr_shards(Extents chunk);

} // namespace tessera
