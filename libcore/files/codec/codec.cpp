// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a codec, and chains of codecs.
#include "libcore/files/codec/codec.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

/// Copies bytes in place of an omitted codec.
Index take_as_it_is(std::span<std::byte const> bytes, std::span<std::byte> to) {
    if (bytes.size() > to.size()) throw DamagedBytes(fmt::format("it has {} bytes, not {}", bytes.size(), to.size()));
    std::ranges::copy(bytes, to.begin());
    return std::ssize(bytes);
}

} // namespace

bool are_shared(CodecList const& codecs) {
    return std::ranges::all_of(codecs, [](auto const& codec) { return codec->is_shared(); });
}

CodecChain::CodecChain(CodecList codecs, Index plain_bytes) : codecs_(std::move(codecs)), most_{plain_bytes} {
    for (auto const& codec : codecs_) most_.push_back(codec->most_bytes(most_.back()));
}

Index CodecChain::memory() const {
    Index const longest = *std::ranges::max_element(most_);
    Index own = 0;
    for (std::size_t step = 0; step < codecs_.size(); ++step) own += codecs_[step]->memory(most_[step]);
    return std::min<Index>(std::ssize(codecs_), 2) * longest + own;
}

void CodecChain::be_strict() {
    for (auto& codec : codecs_)
        if (auto strict = codec->strict()) codec = std::move(strict);
}

/// Returns the memory between two codecs, alternating between two buffers. It has extra room, because other encoders may need
/// more than ours.
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
    left_out_ = 0;
    for (std::size_t step = 0; step < codecs_.size(); ++step) {
        bool const last = step + 1 == codecs_.size();
        std::span<std::byte> const to = (last ? encoded : room(step + 1)).first(as_size(most_[step + 1]));
        Index bytes = codecs_[step]->encode(plain, to);
        if (bytes == Codec::stays) {
            bytes = take_as_it_is(plain, to);
            left_out_ |= std::uint32_t{1} << step;
        }
        plain = to.first(as_size(bytes));
    }
    if (codecs_.empty()) std::ranges::copy(plain, encoded.begin());
    return std::ssize(plain);
}

void CodecChain::decode(std::span<std::byte const> encoded, std::span<std::byte> plain, std::uint32_t left_out) {
    auto const decoded = [&](std::size_t step, std::span<std::byte> to) {
        bool const is_left_out = (left_out >> step & 1U) != 0;
        return is_left_out ? take_as_it_is(encoded, to) : codecs_[step]->decode(encoded, to);
    };
    for (std::size_t step = codecs_.size(); step-- > 1;) {
        std::span<std::byte> const before = room(step);
        encoded = before.first(as_size(decoded(step, before)));
    }
    Index const bytes = codecs_.empty() ? take_as_it_is(encoded, plain) : decoded(0, plain);
    if (bytes != std::ssize(plain)) throw DamagedBytes(fmt::format("it has {} bytes, not {}", bytes, plain.size()));
}

} // namespace tessera
