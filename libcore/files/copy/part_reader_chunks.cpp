// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reads parts of the target from chunks that several threads decode.
#include "libcore/base/arithmetic.hpp"
#include "libcore/base/combinations.hpp"
#include "libcore/files/copy/part_reader.hpp"
#include "libcore/files/store/chunk_boxes.hpp"
#include "libcore/runtime/mpi/side_by_side.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

namespace {

/// Number of chunks whose addresses are looked up before they are decoded.
constexpr std::size_t most_chunks_of_a_turn = 1024;

/// A plan counts 64 parts, so requests are not counted one by one in parts with more chunks than this.
constexpr double most_counted_apart = 16;

/// Visits boxes of at most `most` elements that together contain the `wanted` box. Each is contiguous in the chunk `whole`.
/// `permutation`: dimensions from fastest to slowest within the chunk. Dimensions faster than the divided one are taken whole.
template <class Visit>
void for_each_contiguous_run(std::vector<Run> const& whole, std::vector<Run> const& wanted, std::vector<int> const& permutation,
                             Index most, Visit const& visit) {
    std::size_t cut = 0; // position in `permutation` of the divided dimension
    Index faster = 1;    // product of the extents of the faster dimensions
    while (cut + 1 < permutation.size() && faster * whole[as_size(permutation[cut])].size() <= most)
        faster *= whole[as_size(permutation[cut++])].size();
    std::vector<Index> counts;
    Index const together = most / faster;
    for (std::size_t i = cut; i < permutation.size(); ++i)
        counts.push_back(ceil_div(wanted[as_size(permutation[i])].size(), i == cut ? together : 1));
    for_each_combination(counts, [&](std::vector<Index> const& at) {
        std::vector<Run> box = whole;
        for (std::size_t i = cut; i < permutation.size(); ++i) {
            Run const range = wanted[as_size(permutation[i])];
            Index const step = i == cut ? together : 1;
            Index const begin = range.begin + at[i - cut] * step;
            box[as_size(permutation[i])] = {begin, std::min(begin + step, range.end)};
        }
        visit(box);
    });
}

} // namespace

/// Reads every needed chunk, in the order of the file.
void PartReader::read_chunks(std::size_t number, std::vector<Needed> const& needed, PartBuffer& part) {
    StoredFile const& file = source_.files[number];
    std::vector<Run> region;
    for (Needed const& each : needed) region.push_back(each.local);
    bool const is_plain = file.boxes->chunks()->is_plain();
    if (counting_ && !is_plain) return count_boxes(file.shape, region);
    Extents const& unit = file.boxes->chunks()->unit();
    std::vector<int> const& order = file.shape.permutation;
    std::vector<Index> counts;
    for (int const dim : order)
        counts.push_back(ceil_div(region[as_size(dim)].end, unit[as_size(dim)]) - region[as_size(dim)].begin / unit[as_size(dim)]);
    double all = 1;
    for (Index const count : counts) all *= static_cast<double>(count);
    if (counting_ && all > most_counted_apart) return count_boxes(file.shape, region);
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
    if (!is_plain) count_boxes(file.shape, region); // not reached after a failure, so counts do not depend on the number of threads
}

/// Decodes these chunks, except for those that a slot still holds, and copies their needed elements.
void PartReader::take_chunks(std::size_t number, std::vector<Needed> const& needed, std::vector<Extents> chunks, PartBuffer& part) {
    StoredFile const& file = source_.files[number];
    ChunkBoxes& boxes = *file.boxes->chunks();
    if (boxes.is_plain()) {
        for (Extents const& chunk : chunks) read_plain(file, chunk, part);
        return;
    }
    int const threads = boxes.share_among(plan_.threads);
    slots_.resize(std::max(slots_.size(), as_size(threads)));
    auto const give = [&](std::size_t slot) {
        BoxLayout const load(boxes.box_of(*slots_[slot].chunk), file.shape.permutation, {}, source_.type.bytes);
        slots_[slot].sum += scatter(file, needed, load, memory_of(slot, boxes.chunk_bytes()).data(), part);
    };
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
        slots_[slot].sum = 0;
        if (slots_[slot].file == number && slots_[slot].chunk && std::erase(chunks, *slots_[slot].chunk) > 0) give(slot);
    }
    std::vector<ChunkInfo> places;
    for (Extents const& chunk : chunks) places.push_back(boxes.find(chunk));
    side_by_side(threads, std::ssize(chunks), boxes.chunk_bytes(), [&](int member, Index item) {
        if (file.shape.in_runs)
            return take_extents(file, needed, as_size(member), chunks[as_size(item)], places[as_size(item)], part);
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

/// Reads the needed elements of an unfiltered chunk as if the chunk were a file of the source.
void PartReader::read_plain(StoredFile const& file, Extents const& chunk, PartBuffer& part) {
    ChunkBoxes& boxes = *file.boxes->chunks();
    auto const place = counting_ ? FileExtent() : boxes.plain_place(chunk);
    std::vector<PeriodicSet> owned;
    std::vector<Run> const box = boxes.box_of(chunk);
    for (std::size_t d = 0; d < box.size(); ++d)
        owned.push_back(PeriodicSet::interval(intersection(box[d], {0, source_.extents[d]})));
    StoredFile plain{
        .path = place ? place->file : "", .owned = BoxSet(std::move(owned)), .origin = Extents(box.size(), 0), .shape = {}};
    plain.shape = {boxes.unit(), file.shape.permutation, boxes.unit()};
    if (place)
        plain.places = std::make_shared<ContiguousAddress>(place->bytes.begin);
    else
        plain.places = std::make_shared<NoAddresses>();
    std::vector<Needed> const needed = needed_of(plain, part);
    if (needed.size() != source_.extents.size()) return; // no element of the section lies in this chunk
    bool const opens = place && !counting_ && (!plain_ || plain_path_ != plain.path);
    if (opens) {
        plain_ = FileChannel::open_alone(plain.path, FileUse::Read, source_.channel);
        plain_path_ = plain.path;
    }
    read_places(plain, place && !counting_ ? plain_.get() : nullptr, needed, part, true);
}

/// Decodes the needed pieces of a chunk one by one, and copies their elements.
void PartReader::take_extents(StoredFile const& file, std::vector<Needed> const& needed, std::size_t slot, Extents const& chunk,
                              ChunkInfo const& place, PartBuffer& part) {
    ChunkBoxes& boxes = *file.boxes->chunks();
    std::vector<Run> const whole = boxes.box_of(chunk);
    std::vector<Run> wanted;
    for (std::size_t d = 0; d < whole.size(); ++d) wanted.push_back(intersection(whole[d], needed[d].local));
    BoxLayout const in_chunk(whole, file.shape.permutation, {}, source_.type.bytes);
    Index const most = std::max<Index>(longest_run / source_.type.bytes, 1);
    slots_[slot].chunk.reset();
    boxes.begin(static_cast<int>(slot), chunk, place);
    for_each_contiguous_run(whole, wanted, file.shape.permutation, most, [&](std::vector<Run> const& box) {
        BoxLayout const load(box, file.shape.permutation, {}, source_.type.bytes);
        Index first = 0;
        for (std::size_t d = 0; d < box.size(); ++d) first += in_chunk.dims()[d].offset(box[d].begin);
        std::span<std::byte> const memory = memory_of(slot, load.bytes());
        boxes.decode_extent(static_cast<int>(slot), {first, first + load.bytes()}, memory);
        turn_bytes(memory);
        slots_[slot].sum += scatter(file, needed, load, memory.data(), part);
    });
}

/// Returns the memory of a slot. Slot 0 is the staging buffer, unless the chunk is larger than it: a Zarr chunk may be larger than
/// the array.
std::span<std::byte> PartReader::memory_of(std::size_t slot, Index bytes) {
    if (slot == 0 && bytes <= staging_.size()) return {staging_.data(), as_size(bytes)};
    std::vector<std::byte>& own = slots_[slot].own;
    if (own.size() < as_size(bytes)) own.resize(as_size(bytes));
    return std::span(own).first(as_size(bytes));
}

} // namespace tessera
