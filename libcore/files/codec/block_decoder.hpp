// SPDX-License-Identifier: BSD-3-Clause
// Tessera: decodes parts of an encoded chunk without the rest of it.
#pragma once

#include "libcore/files/codec/codec.hpp"
#include "libcore/sets/run.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// Decodes the blocks that intersect a run of bytes. It keeps the last block that is not used completely, so consecutive runs
/// decode each block once. A chunk without blocks counts as one block. Used by one thread.
class BlockDecoder {
  public:
    BlockDecoder() = default;
    BlockDecoder(BlockDecoder const&) = delete; // two would share the same kept bytes
    BlockDecoder& operator=(BlockDecoder const&) = delete;
    BlockDecoder(BlockDecoder&&) = default;
    BlockDecoder& operator=(BlockDecoder&&) = default;
    ~BlockDecoder() = default;

    /// Starts a chunk. `encoded` must stay valid until the next begin(). `plain_bytes`: length of the decoded chunk.
    void begin(std::shared_ptr<Codec const> codec, std::span<std::byte const> encoded, Index plain_bytes);
    /// Decodes some bytes of the chunk, counted from 0; `to` has the same length. Throws DamagedBytes.
    void decode(Run bytes, std::span<std::byte> to);

  private:
    [[nodiscard]] Run block_at(Index byte) const;
    void decode_block(Run block, std::span<std::byte> to) const;

    std::shared_ptr<Codec const> codec_;
    std::span<std::byte const> encoded_;
    Index plain_bytes_ = 0;
    Index block_bytes_ = 0; ///< 0: the chunk has no blocks
    std::vector<std::byte> kept_;
    std::optional<Run> kept_block_;
};

} // namespace tessera
