// SPDX-License-Identifier: BSD-3-Clause
// Tessera: stretches of an encoded chunk, decoded without the rest of it.
#pragma once

#include "libcore/runtime/codec/codec.hpp"
#include "libcore/sets/run.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// Decodes the blocks that a stretch meets, and keeps the last that it does not take whole: stretches one behind the other decode
/// each block once. A chunk without blocks is one. One thread's.
class BlockDecoder {
  public:
    BlockDecoder() = default;
    BlockDecoder(BlockDecoder const&) = delete; // two would rely on the same bytes
    BlockDecoder& operator=(BlockDecoder const&) = delete;
    BlockDecoder(BlockDecoder&&) = default;
    BlockDecoder& operator=(BlockDecoder&&) = default;
    ~BlockDecoder() = default;

    /// A chunk, whose encoded bytes stay where they are until the next. `plain_bytes`: how many it had.
    void begin(std::shared_ptr<Codec const> codec, std::span<std::byte const> encoded, Index plain_bytes);
    /// Some of these bytes, counted from 0; `to` has room for as many. Throws DamagedBytes.
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
