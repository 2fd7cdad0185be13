// SPDX-License-Identifier: BSD-3-Clause
// Tessera: chunks of a Zarr array gathered in shards: one file, with an index of where each begins.
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

// sharding_indexed of Zarr's version 3: for every chunk of the shard, in C order, offset and length in 8 bytes each, all ones where
// it is not stored; encoded by codecs of fixed length.

/// Keeps the index of the shard that was asked last.
class ShardIndices {
  public:
    /// The bytes of a chunk with these numbers (of the array's smaller chunks) in the open shard that holds it; nothing where it is
    /// not stored. Throws DamagedBytes.
    [[nodiscard]] std::optional<Run> find(KeyBytes const& shard, std::string const& path, ZarrArray const& array,
                                          std::span<Index const> chunk);

  private:
    std::string path_;
    std::vector<std::uint64_t> entries_;
};

/// A whole shard, its elements gapless in the array's order of dimensions, encoded into `room`, which is made large enough.
[[nodiscard]] std::span<std::byte const> encode_shard(ZarrArray const& array, std::span<std::byte const> elements,
                                                      CodecChain& chain, std::vector<std::byte>& room);
/// What it and its chunks take at most, where each has at most so many bytes.
[[nodiscard]] Index most_shard_bytes(ZarrArray const& array, Index chunk_bytes);

} // namespace tessera
