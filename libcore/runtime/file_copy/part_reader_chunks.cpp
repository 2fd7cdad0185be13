// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parts of the target, read from chunks that are decoded here by several threads.
#include "libcore/base/arithmetic.hpp"
#include "libcore/base/combinations.hpp"
#include "libcore/runtime/file_copy/part_reader.hpp"
#include "libcore/runtime/mpi/side_by_side.hpp"
#include "libcore/runtime/store/chunk_boxes.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

namespace {

/// Whose places are looked up before they are decoded.
constexpr std::size_t most_chunks_of_a_turn = 1024;

} // namespace

/// Every chunk that is needed, in the order of the file.
void PartReader::read_chunks(std::size_t number, std::vector<Needed> const& needed, PartBuffer& part) {
    StoredFile const& file = source_.files[number];
    std::vector<Run> region;
    for (Needed const& each : needed) region.push_back(each.local);
    if (counting_) return count_boxes(file.shape, region);
    Extents const& unit = file.boxes->chunks()->unit();
    std::vector<int> const& order = file.shape.permutation;
    std::vector<Index> counts;
    for (int const dim : order)
        counts.push_back(ceil_div(region[as_size(dim)].end, unit[as_size(dim)]) - region[as_size(dim)].begin / unit[as_size(dim)]);
    std::vector<Extents> chunks;
    for_each_combination(counts, [&](std::vector<Index> const& at) {
        Extents& chunk = chunks.emplace_back(unit.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            auto const d = as_size(order[i]);
            chunk[d] = region[d].begin / unit[d] + at[i];
        }
        if (chunks.size() == most_chunks_of_a_turn) take_chunks(number, needed, std::exchange(chunks, {}), part);
    });
    take_chunks(number, needed, std::move(chunks), part);
    count_boxes(file.shape, region); // of what could not be read nothing counts, so that threads make no difference
}

/// Decodes these chunks, but for those that are there already, and copies what is needed of them.
void PartReader::take_chunks(std::size_t number, std::vector<Needed> const& needed, std::vector<Extents> chunks, PartBuffer& part) {
    StoredFile const& file = source_.files[number];
    ChunkBoxes& boxes = *file.boxes->chunks();
    int const threads = boxes.share_among(plan_.threads);
    slots_.resize(std::max(slots_.size(), as_size(threads)));
    auto const give = [&](std::size_t slot) {
        BoxPlace const load(boxes.box_of(*slots_[slot].chunk), file.shape.permutation, {}, source_.type.bytes);
        slots_[slot].sum += scatter(file, needed, load, memory_of(slot, boxes.chunk_bytes()).data(), part);
    };
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
        slots_[slot].sum = 0;
        if (slots_[slot].file == number && slots_[slot].chunk && std::erase(chunks, *slots_[slot].chunk) > 0) give(slot);
    }
    std::vector<ChunkPlace> places;
    for (Extents const& chunk : chunks) places.push_back(boxes.find(chunk));
    side_by_side(threads, std::ssize(chunks), boxes.chunk_bytes(), [&](int member, Index item) {
        Slot& slot = slots_[as_size(member)];
        std::span<std::byte> const memory = memory_of(as_size(member), boxes.chunk_bytes());
        slot.chunk.reset();
        boxes.decode(member, chunks[as_size(item)], places[as_size(item)], memory);
        turn_bytes(memory);
        slot.file = number;
        slot.chunk = chunks[as_size(item)];
        give(as_size(member));
    });
    for (Slot const& slot : slots_) sum_up(slot.sum);
}

/// The first slot is the staging buffer; a chunk of Zarr may be longer than the array, and than that.
std::span<std::byte> PartReader::memory_of(std::size_t slot, Index bytes) {
    if (slot == 0 && bytes <= staging_.size()) return {staging_.data(), as_size(bytes)};
    std::vector<std::byte>& own = slots_[slot].own;
    if (own.size() < as_size(bytes)) own.resize(as_size(bytes));
    return std::span(own).first(as_size(bytes));
}

} // namespace tessera
