// SPDX-License-Identifier: BSD-3-Clause
// Tessera: shards of a Zarr array: files, or parts of files, of several chunks with an index of their offsets.
#pragma once

#include "libcore/files/store/zarr/key_bytes.hpp"
#include "libcore/files/store/zarr/zarr_array.hpp"
#include "libcore/sets/run.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

// Index format of sharding_indexed (Zarr version 3): for each chunk of the shard, in the order of its dimensions, offset and length
// as 8 bytes each. Both have all bits set if the chunk is not stored. Codecs of fixed length encode the index. A chunk may be a
// shard itself.

/// Caches the last index used at each level of shards.
class ShardIndices {
  public:
    /// Returns the range of a chunk in its open file. `chunk`: numbers of the array's smallest chunks. Without shards it is the
    /// whole file. Returns nullopt if the chunk is not stored. Throws DamagedBytes.
    [[nodiscard]] std::optional<Run> find(KeyBytes const& shard, std::string const& path, ZarrArray const& array,
                                          std::span<Index const> chunk);

  private:
    /// Reads the index of the next level.
    void add_level(KeyBytes const& file, Run shard, ZarrArray const& array);

    struct Level {
        Run shard; ///< range of the shard in the file
        std::vector<std::uint64_t> entries;
        std::string damage = {}; ///< reason why `entries` is empty; a damaged index is not read again for each chunk
    };

    std::string path_;
    std::vector<Level> levels_; ///< levels whose index was read
};

/// Encodes a whole shard into `room`, which is enlarged as needed. `elements`: contiguous in the array's order of dimensions.
[[nodiscard]] std::span<std::byte const> encode_shard(ZarrArray const& array, std::span<std::byte const> elements,
                                                      CodecChain& chain, std::vector<std::byte>& room);
/// Upper bound in bytes for a shard and the chunk that is being encoded. `chunk_bytes`: upper bound for one of the smallest chunks.
[[nodiscard]] Index most_shard_bytes(ZarrArray const& array, Index chunk_bytes);

} // namespace tessera
