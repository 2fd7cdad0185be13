// SPDX-License-Identifier: BSD-3-Clause
// Tessera: decodes parts of an encoded chunk without the rest of it.
#include "libcore/files/codec/block_decoder.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera {

void BlockDecoder::begin(std::shared_ptr<Codec const> codec, std::span<std::byte const> encoded, Index plain_bytes) {
    codec_ = std::move(codec);
    encoded_ = encoded;
    plain_bytes_ = plain_bytes;
    block_bytes_ = codec_->block_bytes(encoded, plain_bytes);
    kept_block_.reset();
}

Run BlockDecoder::block_at(Index byte) const {
    if (block_bytes_ == 0) return {0, plain_bytes_};
    Index const begin = byte / block_bytes_ * block_bytes_;
    return {begin, std::min(begin + block_bytes_, plain_bytes_)};
}

void BlockDecoder::decode_block(Run block, std::span<std::byte> to) const {
    if (block_bytes_ > 0) return codec_->decode_block(encoded_, block, to);
    Index const bytes = codec_->decode(encoded_, to);
    if (bytes != plain_bytes_) throw DamagedBytes(fmt::format("it has {} bytes, not {}", bytes, plain_bytes_));
}

void BlockDecoder::decode(Run bytes, std::span<std::byte> to) {
    while (!bytes.empty()) {
        Run const block = block_at(bytes.begin);
        Run const part = intersection(block, bytes);
        auto const place = to.first(as_size(part.size()));
        if (part == block && kept_block_ != block) {
            decode_block(block, place);
        } else {
            if (kept_block_ != block) {
                kept_block_.reset();
                kept_.resize(as_size(block.size()));
                decode_block(block, kept_);
                kept_block_ = block;
            }
            std::ranges::copy(std::span(kept_).subspan(as_size(part.begin - block.begin), place.size()), place.begin());
        }
        to = to.subspan(place.size());
        bytes.begin = part.end;
    }
}

} // namespace tessera
