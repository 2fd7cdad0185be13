// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reads parts of the target from the files of the source.
#include "libcore/files/copy/part_reader.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/combinations.hpp"
#include "libcore/files/store/chunk_boxes.hpp"
#include "libcore/io/element_kind.hpp"
#include "libcore/io/slabs.hpp"
#include "libcore/runtime/mpi/side_by_side.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

namespace tessera {
namespace {

/// Shorter runs are not read one by one: long pieces that are scattered afterwards are cheaper.
constexpr Index shortest_straight_run = 512; // bytes
/// Limit because HDF5 keeps some kilobytes for every chunk of a box while it reads it.
constexpr Index most_chunks_of_a_box = 128;
/// Longest piece that fails as a whole in an unchunked file, so that little intact data is listed as lost.
constexpr Index short_stretch = Index{64} << 10; // bytes

/// Divides a range of the target's indices where the source's indices change the chunk.
std::vector<Run> within_chunks(Run range, CopySide const& source, Index chunk) {
    std::vector<Run> runs;
    while (!range.empty()) {
        Index const at = source.start + source.step * range.begin;
        Index const left = source.step > 0 ? chunk - at % chunk : at % chunk + 1; // source indices left in this chunk
        runs.push_back({range.begin, std::min(range.begin + ceil_div(left, std::abs(source.step)), range.end)});
        range.begin = runs.back().end;
    }
    return runs;
}

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

PartReader::PartReader(StoredArray const& source, CopyMap const& map, Extents const& target_extents, CopyPlan const& plan,
                       MemoryAccount& account, bool sums)
    : source_(source), map_(map), plan_(plan), sums_(sums), numbers_(ElementLocation::numbers(target_extents)),
      target_extents_(target_extents), staging_(account, plan.staging),
      lists_(account.take(RequestQueue::memory(plan.largest_gap))), files_(source, FileUse::Read) {
    numbers_.sides.resize(map.axes.size(), AxisSide::affine(0, 1, 0)); // axes that only the source has
}

std::optional<std::uint64_t> PartReader::read(PartBuffer& part, int copy) {
    checksum_.reset();
    try {
        for (std::size_t number = 0; number < source_.files.size(); ++number)
            if (source_.files[number].copy == copy) read_file(number, part);
    } catch (std::runtime_error const& failure) { // thrown by the system or by HDF5
        throw UnreadablePart(failure.what());
    }
    return checksum_;
}

std::uint64_t PartReader::read_summed(PartBuffer& part, int copy) {
    auto const taken = read(part, copy);
    return taken ? *taken : checksum_in(part);
}

std::uint64_t PartReader::checksum_in(PartBuffer const& part) const {
    return part.checksum(target_extents_);
}

std::vector<std::uint64_t> PartReader::checksums_in(PartBuffer const& part, std::vector<std::vector<Run>> const& boxes) const {
    std::vector<std::uint64_t> sums(boxes.size());
    Index const bytes = part.bytes() / std::max<Index>(1, std::ssize(boxes));
    side_by_side(plan_.threads, std::ssize(boxes), bytes,
                 [&](int, Index box) { sums[as_size(box)] = part.checksum(target_extents_, boxes[as_size(box)]); });
    return sums;
}

void PartReader::fill_in(PartBuffer& part) const {
    std::vector<std::byte> element = source_.fill;
    element.resize(as_size(source_.type.bytes));
    if (auto const kind = kind_of(source_.type); kind && source_.byte_swapped) swap_byte_order(*kind, element);
    std::vector<Run> box;
    ElementLocation one; // one element for all indices
    for (BoxDim const& dim : part.dims()) {
        box.push_back(dim.range);
        one.sides.push_back(AxisSide::affine(0, 1, 0));
    }
    copy_box(section_of(box), source_.type.bytes, one, element.data(), part.place().place(), part.data());
}

std::vector<std::vector<Run>> PartReader::read_apart(std::vector<Run> const& box) const {
    StoredShape const& shape = source_.files.front().shape;
    Index room = std::max<Index>(short_stretch / source_.type.bytes, 1);
    std::vector<std::vector<Run>> ranges; // per dimension, each within one chunk
    std::vector<Index> counts;
    for (std::size_t d = 0; d < box.size(); ++d) {
        auto const& source = map_.axes[d].source;
        ranges.push_back(source ? within_chunks(box[d], *source, shape.chunk[as_size(source->dim)]) : std::vector{box[d]});
        counts.push_back(std::ssize(ranges.back()));
    }
    if (shape.whole_chunks) room = std::numeric_limits<Index>::max();
    std::vector<std::vector<Run>> pieces;
    for_each_combination(counts, [&](std::vector<Index> const& at) {
        std::vector<Run> chunk;
        Extents sizes;
        for (std::size_t d = 0; d < at.size(); ++d) {
            chunk.push_back(ranges[d][as_size(at[d])]);
            sizes.push_back(chunk.back().size());
        }
        auto const stretches = Slabs::make(sizes, order_of_source(), {}, room).value();
        for (Index number = 0; number < stretches.count(); ++number) {
            pieces.push_back(stretches.box(number));
            for (std::size_t d = 0; d < chunk.size(); ++d) {
                Run& run = pieces.back()[d];
                run = {chunk[d].begin + run.begin, chunk[d].begin + run.end};
            }
        }
    });
    return pieces;
}

std::vector<FileExtent> PartReader::stretches(PartBuffer const& part, int copy) const {
    std::vector<FileExtent> all;
    try {
        for (StoredFile const& file : source_.files) {
            if (file.copy != copy || part.elements() == 0 || file.owned.empty()) continue;
            std::vector<Run> box;
            for (Needed const& needed : needed_of(file, part)) box.push_back(needed.local);
            if (box.size() != source_.extents.size()) continue;
            for (FileExtent& stretch : stretches_of(file, source_.type.bytes, box)) add_extent(all, std::move(stretch));
        }
    } catch (std::runtime_error const&) { // the metadata with the addresses is damaged, too
    }
    return all;
}

/// Returns the target's dimensions in the storage order of the source, fastest first. Dimensions that only the target has come
/// last.
std::vector<int> PartReader::order_of_source() const {
    std::vector<int> order;
    for (int const dim : source_.files.front().shape.permutation)
        for (std::size_t d = 0; d < target_extents_.size(); ++d)
            if (map_.axes[d].source && map_.axes[d].source->dim == dim) order.push_back(static_cast<int>(d));
    for (std::size_t d = 0; d < target_extents_.size(); ++d)
        if (!map_.axes[d].source) order.push_back(static_cast<int>(d));
    return order;
}

RequestCounts PartReader::count(PartBuffer& part, int copy) {
    RequestCounts const before = std::exchange(counts_, {});
    counting_ = true;
    for (std::size_t number = 0; number < source_.files.size(); ++number)
        if (source_.files[number].copy == copy) read_file(number, part);
    counting_ = false;
    return std::exchange(counts_, before);
}

double PartReader::effort_of_counting(PartBuffer const& part, int copy) const {
    double sum = 0;
    for (StoredFile const& file : source_.files) {
        if (file.copy != copy) continue;
        std::vector<Needed> const needed = needed_of(file, part);
        sum += needed.size() == source_.extents.size() ? effort(file, needed, part) : 1;
    }
    return sum;
}

double PartReader::effort(StoredFile const& file, std::vector<Needed> const& needed, PartBuffer const& part) const {
    if (file.boxes && file.boxes->chunks() != nullptr) return most_counted_apart;
    double bytes = static_cast<double>(source_.type.bytes);
    for (Needed const& each : needed) bytes *= static_cast<double>(each.local.size() / each.skip + 1);
    double const loads = bytes / static_cast<double>(plan_.staging);
    if (file.boxes) return loads;
    if (runs_straight(file, needed, part)) return bytes / static_cast<double>(straight_run(file, needed, part));
    bool const in_chunks = chunk_elements(file.shape) <= plan_.staging / source_.type.bytes;
    double run = static_cast<double>(source_.type.bytes); // bytes that are contiguous in the file and in a load
    for (int const dim : file.shape.permutation) {
        Index const chunk = file.shape.chunk[as_size(dim)];
        Index const local = needed[as_size(dim)].local.size();
        run *= static_cast<double>(std::min(local, chunk));
        if (local < chunk || (local > chunk && !in_chunks)) break;
    }
    return std::max(loads, bytes / run);
}

/// Returns the axis' indices whose source elements are in `owned`.
PeriodicSet PartReader::keys(Needed const& needed, PeriodicSet const& owned, PartBuffer const& part) const {
    Run const range = needed.axis < part.dims().size() ? part.dims()[needed.axis].range : Run{0, 1};
    CopySide const& side = needed.source;
    return owned.affine_preimage(side.start + side.step * range.begin, side.step, range.size()).shifted(range.begin);
}

/// Returns one entry per dimension of the source; empty if the file has no elements of the part.
std::vector<PartReader::Needed> PartReader::needed_of(StoredFile const& file, PartBuffer const& part) const {
    std::vector<Needed> all(source_.extents.size());
    for (std::size_t axis = 0; axis < map_.axes.size(); ++axis) {
        if (!map_.axes[axis].source) continue;
        CopySide const source = *map_.axes[axis].source;
        auto const d = as_size(source.dim);
        PeriodicSet const& owned = file.owned.dims()[d];
        Needed needed{.axis = axis, .source = source};
        PeriodicSet const wanted = keys(needed, owned, part);
        if (wanted.empty()) return {};
        needed.keys = wanted.bounds();
        needed.first = owned.position(source.start + source.step * needed.keys.begin) + file.origin[d];
        Index const last = owned.position(source.start + source.step * (needed.keys.end - 1)) + file.origin[d];
        needed.local = {std::min(needed.first, last), std::max(needed.first, last) + 1};
        if (owned.is_interval()) needed.skip = std::abs(source.step);
        all[d] = needed;
    }
    return all;
}

void PartReader::read_file(std::size_t number, PartBuffer& part) {
    StoredFile const& file = source_.files[number];
    if (part.elements() == 0 || file.owned.empty()) return;
    std::vector<Needed> const needed = needed_of(file, part);
    if (needed.size() != source_.extents.size()) return;
    if (file.boxes && file.boxes->chunks() != nullptr) return read_chunks(number, needed, part);
    bool const silent = counting_ || file.boxes;
    read_places(file, silent ? nullptr : &files_.file(number), needed, part, source_.files.size() > 1);
}

void PartReader::read_places(StoredFile const& file, FileChannel const* channel, std::vector<Needed> const& needed,
                             PartBuffer& part, bool sums_apart) {
    RequestQueue queue(channel, RequestQueue::Direction::Read, plan_.largest_gap);
    if (runs_straight(file, needed, part)) {
        read_straight(file, needed, part, queue);
        queue.finish();
        if (sums_ && !counting_ && sums_apart) add_sum(file, part);
    } else {
        read_staged(file, needed, part, queue);
    }
    counts_ += queue.counts();
}

bool PartReader::runs_straight(StoredFile const& file, std::vector<Needed> const& needed, PartBuffer const& part) const {
    if (file.boxes || source_.byte_swapped || needed.empty()) return false;
    for (PeriodicSet const& owned : file.owned.dims())
        if (!owned.is_interval()) return false;
    Index const run = straight_run(file, needed, part);
    Needed const& fastest = needed[as_size(file.shape.permutation.front())];
    return run >= shortest_straight_run || (run > 0 && run == fastest.local.size() * source_.type.bytes);
}

/// Returns the length in bytes of runs that are contiguous in the file and in the part; 0 if they are single elements.
Index PartReader::straight_run(StoredFile const& file, std::vector<Needed> const& needed, PartBuffer const& part) const {
    Index run = source_.type.bytes;
    for (int const dim : file.shape.permutation) {
        auto const d = as_size(dim);
        if (needed[d].axis >= part.dims().size()) break;
        BoxDim const& to = part.dims()[needed[d].axis];
        if (needed[d].source.step != 1 || to.stride != run) break;
        Index const together = std::min({to.cell, file.shape.chunk[d], needed[d].local.size()});
        run *= together;
        if (together < to.cell || together < file.shape.chunk[d]) return run;
    }
    return run == source_.type.bytes ? 0 : run;
}

void PartReader::read_straight(StoredFile const& file, std::vector<Needed> const& needed, PartBuffer& part, RequestQueue& queue) {
    std::vector<BoxLine> lines;
    for (Needed const& each : needed) {
        BoxDim const* const to = each.axis < part.dims().size() ? &part.dims()[each.axis] : nullptr;
        lines.push_back({each.keys.size(), each.first, each.source.step, each.keys.begin, 1, to});
    }
    add(file, lines, part.data(), queue);
}

/// Adds requests for the elements. Elements of chunks that are not stored are filled in at once.
void PartReader::add(StoredFile const& file, std::vector<BoxLine> const& lines, std::byte* memory, RequestQueue& queue) const {
    add_requests(queue, {file.shape, *file.places, source_.type.bytes}, lines, memory,
                 [this](std::vector<RunDim> dims, std::byte* missing) { fill(std::move(dims), missing); });
}

void PartReader::fill(std::vector<RunDim> dims, std::byte* memory) const {
    if (counting_) return;
    for_each_run(std::move(dims), source_.type.bytes, 0, memory, [&](Index, std::byte* run, Index bytes) {
        if (source_.fill.empty()) {
            std::memset(run, 0, as_size(bytes));
            return;
        }
        for (Index b = 0; b < bytes; b += source_.type.bytes)
            std::memcpy(run + b, source_.fill.data(), as_size(source_.type.bytes));
    });
}

/// Adds the checksum of the elements that one of several files gave directly to the part.
void PartReader::add_sum(StoredFile const& file, PartBuffer const& part) {
    std::vector<PeriodicSet> sets;
    for (std::size_t axis = 0; axis < part.dims().size(); ++axis) {
        auto const& source = map_.axes[axis].source;
        sets.push_back(source ? keys({.axis = axis, .source = *source}, file.owned.dims()[as_size(source->dim)], part)
                              : PeriodicSet::interval(part.dims()[axis].range));
    }
    checksum_ = checksum_.value_or(0) +
                checksum_of(BoxSet(std::move(sets)), source_.type.bytes, part.place().place(), part.data(), numbers_);
}

/// Reads the needed elements in loads that fit the staging buffer. A load is as many whole chunks as fit, else a piece of a chunk.
void PartReader::read_staged(StoredFile const& file, std::vector<Needed> const& needed, PartBuffer& part, RequestQueue& queue) {
    StoredShape const& shape = file.shape;
    Index room = plan_.staging / source_.type.bytes;
    bool const whole_chunks = chunk_elements(shape) <= room;
    if (whole_chunks) room /= chunk_elements(shape);
    if (whole_chunks && file.boxes) room = std::min(room, most_chunks_of_a_box);
    Extents const unit = whole_chunks ? shape.chunk : Extents(needed.size(), 1);
    Extents units; // number of needed units per dimension
    for (std::size_t d = 0; d < needed.size(); ++d)
        units.push_back((needed[d].local.end - 1) / unit[d] - needed[d].local.begin / unit[d] + 1);
    auto const loads = Slabs::make(units, shape.permutation, {}, room).value(); // one unit always fits
    for (Index number = 0; number < loads.count(); ++number) {
        std::vector<Run> region = loads.box(number);
        for (std::size_t d = 0; d < needed.size(); ++d) {
            Index const first = needed[d].local.begin / unit[d];
            region[d] = {(first + region[d].begin) * unit[d], (first + region[d].end) * unit[d]};
            if (!whole_chunks || file.boxes) region[d] = intersection(region[d], needed[d].local);
        }
        bool const in_chunks = whole_chunks && !file.boxes;
        BoxLayout const load(region, shape.permutation, in_chunks ? shape.chunk : Extents(), source_.type.bytes);
        if (file.boxes) {
            if (!counting_) file.boxes->read(region, staging_.data());
            count_boxes(shape, region);
        } else {
            fetch(file, needed, load, queue);
        }
        if (counting_) continue;
        turn_bytes({staging_.data(), as_size(load.bytes())});
        sum_up(scatter(file, needed, load, staging_.data(), part));
    }
}

/// Swaps the byte order of a load if the source's order differs.
void PartReader::turn_bytes(std::span<std::byte> load) const {
    auto const kind = kind_of(source_.type);
    if (source_.byte_swapped && kind) swap_byte_order(*kind, load);
}

void PartReader::sum_up(std::uint64_t sum) {
    if (sums_) checksum_ = checksum_.value_or(0) + sum;
}

/// Counts decoded chunks, one request each, and their decoded bytes.
void PartReader::count_boxes(StoredShape const& shape, std::span<Run const> region) {
    RequestCounts counts{1, source_.type.bytes};
    for (std::size_t d = 0; d < shape.chunk.size(); ++d) {
        counts.bytes *= region[d].size();
        counts.requests *= (region[d].end - 1) / shape.chunk[d] - region[d].begin / shape.chunk[d] + 1;
    }
    counts_ += counts;
}

/// Reads the needed elements of the chunks that a load intersects.
void PartReader::fetch(StoredFile const& file, std::vector<Needed> const& needed, BoxLayout const& load, RequestQueue& queue) {
    std::vector<BoxLine> lines;
    for (std::size_t d = 0; d < needed.size(); ++d) {
        Run const there = intersection(load.dims()[d].range, needed[d].local);
        bool const fastest = static_cast<int>(d) == file.shape.permutation.front();
        Index const skip = fastest ? 1 : needed[d].skip; // neighbours in the file are read together
        Index const first = needed[d].local.begin + ceil_div(there.begin - needed[d].local.begin, skip) * skip;
        Index const count = first < there.end ? ceil_div(there.end - first, skip) : 0;
        lines.push_back({count, first, skip, first, skip, &load.dims()[d]});
    }
    add(file, lines, staging_.data(), queue);
    queue.finish();
}

/// Copies the needed elements of a load into the part. Returns their checksum if checksums are wanted, else 0.
std::uint64_t PartReader::scatter(StoredFile const& file, std::vector<Needed> const& needed, BoxLayout const& load,
                                  std::byte const* memory, PartBuffer& part) const {
    std::vector<PeriodicSet> sets;
    ElementLocation from;
    ElementLocation to;
    ElementLocation numbers;
    for (std::size_t d = 0; d < needed.size(); ++d) {
        PeriodicSet const& owned = file.owned.dims()[d];
        BoxDim const& dim = load.dims()[d];
        Run const places = intersection({dim.range.begin - file.origin[d], dim.range.end - file.origin[d]}, {0, owned.count()});
        PeriodicSet const there = owned.clipped({owned.element(places.begin), owned.element(places.end - 1) + 1});
        CopySide const& source = needed[d].source;
        std::size_t const axis = needed[d].axis;
        sets.push_back(keys(needed[d], there, part));
        if (sets.back().empty()) return 0; // possible for a decoded piece of a chunk if only every second index is needed
        if (owned.is_interval()) {
            Index const to_region = file.origin[d] - owned.bounds().begin - dim.range.begin;
            from.sides.push_back(AxisSide::in_cells(source.start + to_region, source.step, dim.cell, dim.stride, dim.cell_stride));
        } else {
            from.sides.push_back(AxisSide::stored(owned, source.start, source.step, dim.stride));
            from.base += (file.origin[d] - dim.range.begin) * dim.stride;
        }
        to.sides.push_back(axis < part.dims().size() ? part.place().side(axis) : AxisSide::affine(0, 1, 0));
        numbers.sides.push_back(numbers_.sides[axis]);
    }
    BoxSet const box(std::move(sets));
    copy_box(box, source_.type.bytes, from, memory, to, part.data());
    return sums_ ? checksum_of(box, source_.type.bytes, from, memory, numbers) : 0;
}

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
