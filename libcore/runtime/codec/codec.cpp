// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one step that bytes go through on their way to a file, and back.
#include "libcore/runtime/codec/codec.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera {

CodecChain::CodecChain(CodecList codecs, Index plain_bytes) : codecs_(std::move(codecs)), most_{plain_bytes} {
    for (auto const& codec : codecs_) most_.push_back(codec->most_bytes(most_.back()));
}

Index CodecChain::memory() const {
    Index const longest = *std::ranges::max_element(most_);
    return std::min<Index>(std::ssize(codecs_), 2) * longest;
}

/// What lies between two codecs, alternately here and there. Other encoders may need a little more than ours.
std::span<std::byte> CodecChain::room(std::size_t step) {
    std::vector<std::byte>& memory = rooms_[step % 2];
    constexpr std::size_t more = 1024;
    auto const bytes = as_size(most_[step] + most_[step] / 16) + more;
    if (memory.size() < bytes) memory.resize(bytes);
    return std::span(memory).first(bytes);
}

std::span<std::byte const> CodecChain::encode(std::span<std::byte const> plain) {
    if (codecs_.empty()) return plain;
    std::span<std::byte> const encoded = room(codecs_.size());
    return encoded.first(as_size(encode(plain, encoded)));
}

Index CodecChain::encode(std::span<std::byte const> plain, std::span<std::byte> encoded) {
    for (std::size_t step = 0; step < codecs_.size(); ++step) {
        bool const last = step + 1 == codecs_.size();
        std::span<std::byte> const to = (last ? encoded : room(step + 1)).first(as_size(most_[step + 1]));
        plain = to.first(as_size(codecs_[step]->encode(plain, to)));
    }
    if (codecs_.empty()) std::ranges::copy(plain, encoded.begin());
    return std::ssize(plain);
}

void CodecChain::decode(std::span<std::byte const> encoded, std::span<std::byte> plain) {
    for (std::size_t step = codecs_.size(); step-- > 1;) {
        std::span<std::byte> const before = room(step);
        encoded = before.first(as_size(codecs_[step]->decode(encoded, before)));
    }
    Index bytes = std::ssize(encoded);
    if (!codecs_.empty())
        bytes = codecs_.front()->decode(encoded, plain);
    else if (encoded.size() == plain.size())
        std::ranges::copy(encoded, plain.begin());
    if (bytes != std::ssize(plain)) throw DamagedBytes(fmt::format("it has {} bytes, not {}", bytes, plain.size()));
}

} // namespace tessera
