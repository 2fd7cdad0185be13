// SPDX-License-Identifier: BSD-3-Clause
// Tessera: chunks of a Zarr array gathered in shards: each is a file or a part of one, with an index of where each chunk begins.
#pragma once

#include "libcore/runtime/store/zarr/key_bytes.hpp"
#include "libcore/runtime/store/zarr/zarr_array.hpp"
#include "libcore/sets/run.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

// sharding_indexed of Zarr's version 3: for every chunk of the shard, in the order of its dimensions, offset and length in 8 bytes
// each, all ones where it is not stored; encoded by codecs of fixed length. A chunk may be a shard again.

/// Keeps the index that was asked last of each level of shards.
class ShardIndices {
  public:
    /// The bytes of a chunk with these numbers (of the array's smallest chunks) in the open file that holds it; nothing where it is
    /// not stored, all of the file where there are no shards. Throws DamagedBytes.
    [[nodiscard]] std::optional<Run> find(KeyBytes const& shard, std::string const& path, ZarrArray const& array,
                                          std::span<Index const> chunk);

  private:
    /// Reads the index of the next level.
    void add_level(KeyBytes const& file, Run shard, ZarrArray const& array);

    struct Level {
        Run shard; ///< of the file
        std::vector<std::uint64_t> entries;
        std::string damage = {}; ///< why there are none: nobody reads a long index again for each of its chunks
    };

    std::string path_;
    std::vector<Level> levels_; ///< those of which an index was read
};

/// A whole shard, its elements gapless in the array's order of dimensions, encoded into `room`, which is made large enough.
[[nodiscard]] std::span<std::byte const> encode_shard(ZarrArray const& array, std::span<std::byte const> elements,
                                                      CodecChain& chain, std::vector<std::byte>& room);
/// What it and its chunks take at most, where each of the smallest has at most so many bytes.
[[nodiscard]] Index most_shard_bytes(ZarrArray const& array, Index chunk_bytes);

} // namespace tessera
