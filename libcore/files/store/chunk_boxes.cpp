// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a reader of chunks that are decoded by Tessera, whole and by several threads.
#include "libcore/files/store/chunk_boxes.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/combinations.hpp"
#include "libcore/files/access/box_layout.hpp"
#include "libcore/runtime/elements/element_walk.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

namespace {

Index bytes_in(Extents const& unit, Index element_bytes) {
    Index bytes = element_bytes;
    for (Index const extent : unit) bytes *= extent;
    return bytes;
}

} // namespace

ChunkBoxes::ChunkBoxes(Extents unit, std::vector<int> permutation, Index element_bytes, CodecList codecs,
                       std::vector<std::byte> fill)
    : unit_(std::move(unit)), permutation_(std::move(permutation)), element_bytes_(element_bytes),
      chunk_bytes_(bytes_in(unit_, element_bytes)), shared_(are_shared(codecs)), fill_(std::move(fill)) {
    rooms_.push_back({CodecChain(std::move(codecs), chunk_bytes_)});
}

int ChunkBoxes::share_among(int wanted) {
    int const members = shared_ ? wanted : 1;
    while (std::ssize(rooms_) < members) rooms_.push_back({rooms_.front().chain});
    return members;
}

void ChunkBoxes::be_strict() {
    for (Room& room : rooms_) room.chain.be_strict();
}

std::vector<Run> ChunkBoxes::box_of(std::span<Index const> chunk) const {
    std::vector<Run> box;
    for (std::size_t d = 0; d < unit_.size(); ++d) box.push_back({chunk[d] * unit_[d], (chunk[d] + 1) * unit_[d]});
    return box;
}

void ChunkBoxes::read(std::span<Run const> box, std::byte* memory) {
    BoxLayout const to({box.begin(), box.end()}, permutation_, {}, element_bytes_);
    std::vector<Index> counts;
    for (std::size_t d = 0; d < box.size(); ++d) counts.push_back(ceil_div(box[d].end, unit_[d]) - box[d].begin / unit_[d]);
    std::vector<std::byte> plain(as_size(chunk_bytes_));
    Extents chunk(box.size());
    for_each_combination(counts, [&](std::vector<Index> const& at) {
        for (std::size_t d = 0; d < at.size(); ++d) chunk[d] = box[d].begin / unit_[d] + at[d];
        decode(0, chunk, find(chunk), plain);
        std::vector<Run> const whole = box_of(chunk);
        std::vector<Run> there;
        for (std::size_t d = 0; d < box.size(); ++d) there.push_back(intersection(whole[d], box[d]));
        BoxLayout const from(whole, permutation_, {}, element_bytes_);
        copy_box(section_of(there), element_bytes_, from.place(), plain.data(), to.place(), memory);
    });
}

void ChunkBoxes::decode(int member, Extents const& chunk, ChunkInfo const& place, std::span<std::byte> plain) {
    Room& room = rooms_[as_size(member)];
    try {
        if (!load(member, chunk, place, room.encoded)) return fill(plain);
        room.chain.decode(room.encoded, plain, place.left_out);
    } catch (DamagedBytes const& damage) {
        throw_damaged(chunk, damage.what());
    }
}

void ChunkBoxes::begin(int member, Extents const& chunk, ChunkInfo const& place) {
    Room& room = rooms_[as_size(member)];
    room.chunk = chunk;
    try {
        room.is_stored = load(member, chunk, place, room.encoded);
    } catch (DamagedBytes const& damage) {
        throw_damaged(chunk, damage.what());
    }
    if (room.is_stored) room.blocks.begin(room.chain.only(), room.encoded, chunk_bytes_);
}

void ChunkBoxes::decode_extent(int member, Run bytes, std::span<std::byte> plain) {
    Room& room = rooms_[as_size(member)];
    if (!room.is_stored) return fill(plain);
    try {
        room.blocks.decode(bytes, plain);
    } catch (DamagedBytes const& damage) {
        throw_damaged(room.chunk, damage.what());
    }
}

void ChunkBoxes::resize(std::vector<std::byte>& encoded, Index bytes) {
    if (encoded.capacity() < as_size(bytes)) {
        encoded = {};
        encoded.reserve(as_size(bytes + bytes / 16)); // the next chunk will have a similar length
    }
    encoded.resize(as_size(bytes));
}

/// Fills whole elements with the fill value.
void ChunkBoxes::fill(std::span<std::byte> plain) const {
    std::ranges::fill(plain, std::byte{0});
    for (std::size_t b = 0; !fill_.empty() && b < plain.size(); b += fill_.size())
        std::ranges::copy(fill_, plain.begin() + static_cast<std::ptrdiff_t>(b));
}

} // namespace tessera
