// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where a rank's messages lie while they travel.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/memory/buffer_pool.hpp"
#include "libcore/runtime/move/exchange/rank_messages.hpp"

#include <cstddef>
#include <vector>

namespace tessera {

/// In one buffer for each direction; or in the arrays themselves, where a message is one gapless stretch there. Messages are
/// numbered as in RankMessages, which outlives this.
class MessageBuffers {
  public:
    explicit MessageBuffers(RankMessages const& messages);

    /// Where message i is sent from.
    [[nodiscard]] std::byte const* send_place(std::size_t i, SourcePointers sources) const;
    /// Puts it there.
    void pack_send(std::size_t i, SourcePointers sources);
    [[nodiscard]] std::byte* receive_place(std::size_t i, TargetPointers targets);
    /// Takes message i, which has arrived there, to where its elements belong.
    void deliver(std::size_t i, TargetPointers targets) const;

    [[nodiscard]] Index bytes() const { return send_buffer_.size() + receive_buffer_.size(); }

  private:
    RankMessages const& messages_;
    std::vector<Index> send_offsets_;
    std::vector<Index> receive_offsets_;
    PooledBuffer send_buffer_;
    PooledBuffer receive_buffer_;
};

} // namespace tessera
