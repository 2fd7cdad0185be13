// SPDX-License-Identifier: BSD-3-Clause
// Tessera: boxes of elements, put together from chunks that are decoded whole.
#include "libcore/runtime/store/chunk_boxes.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/combinations.hpp"
#include "libcore/runtime/elements/element_walk.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

namespace {

std::vector<Run> box_of_chunk(Extents const& unit, std::span<Index const> numbers) {
    std::vector<Run> box;
    for (std::size_t d = 0; d < unit.size(); ++d) box.push_back({numbers[d] * unit[d], (numbers[d] + 1) * unit[d]});
    return box;
}

} // namespace

ChunkBoxes::ChunkBoxes(Extents unit, std::vector<int> permutation, Index element_bytes)
    : unit_(std::move(unit)), permutation_(std::move(permutation)), element_bytes_(element_bytes), chunk_bytes_(element_bytes) {
    for (Index const extent : unit_) chunk_bytes_ *= extent;
}

void ChunkBoxes::read(std::span<Run const> box, std::byte* memory) {
    BoxPlace const to({box.begin(), box.end()}, permutation_, {}, element_bytes_);
    std::vector<Index> counts;
    for (std::size_t d = 0; d < box.size(); ++d) counts.push_back(ceil_div(box[d].end, unit_[d]) - box[d].begin / unit_[d]);
    Extents chunk(box.size());
    for_each_combination(counts, [&](std::vector<Index> const& at) {
        for (std::size_t d = 0; d < at.size(); ++d) chunk[d] = box[d].begin / unit_[d] + at[d];
        read_chunk(chunk, box, to, memory);
    });
}

/// What the box wants of a chunk. A chunk that is wanted whole is decoded where it belongs; else it is kept, for the next box.
void ChunkBoxes::read_chunk(Extents const& chunk, std::span<Run const> box, BoxPlace const& to, std::byte* memory) {
    std::vector<Run> const whole = box_of_chunk(unit_, chunk);
    if (std::ranges::equal(whole, box)) return decode(chunk, {memory, as_size(chunk_bytes_)});
    if (!known_ || chunk != chunk_) {
        known_ = false;
        plain_.resize(as_size(chunk_bytes_));
        decode(chunk, plain_);
        chunk_ = chunk;
        known_ = true;
    }
    std::vector<Run> there;
    for (std::size_t d = 0; d < box.size(); ++d) there.push_back(intersection(whole[d], box[d]));
    BoxPlace const from(whole, permutation_, {}, element_bytes_);
    copy_box(section_of(there), element_bytes_, from.place(), plain_.data(), to.place(), memory);
}

void ChunkBoxes::fill(std::span<std::byte> plain, std::span<std::byte const> element) {
    std::ranges::fill(plain, std::byte{0});
    for (std::size_t b = 0; !element.empty() && b < plain.size(); b += element.size())
        std::ranges::copy(element, plain.begin() + static_cast<std::ptrdiff_t>(b));
}

} // namespace tessera
