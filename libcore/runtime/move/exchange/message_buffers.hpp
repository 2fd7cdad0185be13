// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the buffers of a rank's messages.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/memory/buffer_pool.hpp"
#include "libcore/runtime/move/exchange/rank_messages.hpp"

#include <cstddef>
#include <vector>

namespace tessera {

/// Memory of a rank's messages: one buffer per direction, or the array itself if the message is contiguous there. Messages are
/// numbered as in RankMessages, which must outlive this.
class MessageBuffers {
  public:
    explicit MessageBuffers(RankMessages const& messages);

    /// Returns the address that message i is sent from.
    [[nodiscard]] std::byte const* send_place(std::size_t i, SourcePointers sources) const;
    /// Packs message i at its send address.
    void pack_send(std::size_t i, SourcePointers sources);
    [[nodiscard]] std::byte* receive_place(std::size_t i, TargetPointers targets);
    /// Unpacks message i from its receive address into the target.
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
