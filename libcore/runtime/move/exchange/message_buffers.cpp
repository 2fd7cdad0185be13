// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the buffers of a rank's messages.
#include "libcore/runtime/move/exchange/message_buffers.hpp"

namespace tessera {

MessageBuffers::MessageBuffers(RankMessages const& messages)
    : messages_(messages), send_offsets_(buffer_offsets(messages.sends)), receive_offsets_(buffer_offsets(messages.receives)),
      send_buffer_(send_offsets_.back()), receive_buffer_(receive_offsets_.back()) {}

std::byte const* MessageBuffers::send_place(std::size_t i, SourcePointers sources) const {
    auto const& in_place = messages_.sends[i].in_place;
    if (in_place) return static_cast<std::byte const*>(sources[in_place->plan]) + in_place->offset;
    return send_buffer_.data() + send_offsets_[i];
}

void MessageBuffers::pack_send(std::size_t i, SourcePointers sources) {
    if (!messages_.sends[i].in_place) pack(messages_.sends[i], sources, send_buffer_.data() + send_offsets_[i]);
}

std::byte* MessageBuffers::receive_place(std::size_t i, TargetPointers targets) {
    auto const& in_place = messages_.receives[i].in_place;
    if (in_place) return static_cast<std::byte*>(targets[in_place->plan]) + in_place->offset;
    return receive_buffer_.data() + receive_offsets_[i];
}

void MessageBuffers::deliver(std::size_t i, TargetPointers targets) const {
    if (!messages_.receives[i].in_place) unpack(messages_.receives[i], receive_buffer_.data() + receive_offsets_[i], targets);
}

} // namespace tessera
