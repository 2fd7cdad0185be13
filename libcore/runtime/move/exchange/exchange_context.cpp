// SPDX-License-Identifier: BSD-3-Clause
// Tessera: node data and memory that consecutive exchanges among the same ranks share.
#include "libcore/runtime/move/exchange/exchange_context.hpp"

#include "libcore/runtime/memory/buffer_pool.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

namespace tessera {

namespace {

/// Returns for messages in one direction: total bytes, and bytes in buffers.
std::array<Index, 2> lengths_of(std::vector<PeerMessage> const& messages) {
    Index bytes = 0;
    for (PeerMessage const& each : messages) bytes += each.bytes;
    return {bytes, buffer_offsets(messages).back()};
}

} // namespace

NodeMemory* ExchangeContext::gathering(Index bytes) {
    Communicator const& ranks = node().comm();
    if (gathering_) {
        if (on_all(ranks, gathering_->size() == bytes)) return &*gathering_;
        gathering_.reset();
    }
    if (!fits_shared_memory(ranks, bytes)) return nullptr;
    return &gathering_.emplace(ranks, bytes);
}

void ExchangeContext::make_room_for(RankMessages const& messages) {
    if (!bounded_) return;
    auto const [sent, packed] = lengths_of(messages.sends);
    auto const [received, unpacked] = lengths_of(messages.receives);
    std::array const wanted{sent, packed, received, unpacked};
    bool const same = wanted == wanted_;
    wanted_ = wanted;
    if (on_all(comm(), same)) return;
    release_pooled_buffers();
    gathering_.reset();
}

} // namespace tessera
