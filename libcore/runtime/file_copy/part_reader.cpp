// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parts of the target, read from the files of the source.
#include "libcore/runtime/file_copy/part_reader.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/runtime/elements/element_checksum.hpp"
#include "libcore/runtime/elements/element_kind.hpp"
#include "libcore/runtime/move/copy/copy_program.hpp"
#include "libcore/runtime/store/combinations.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace tessera {

namespace {

/// Shorter runs are cheaper read in long pieces and scattered than told to the system one by one.
constexpr Index shortest_straight_run = 512; // bytes
/// HDF5 keeps some kilobytes for every chunk of a box while it reads it.
constexpr Index most_chunks_of_a_box = 128;

/// A stretch of one axis within one chunk of the file and one cell of the part.
struct Stretch {
    Index chunk = 0;
    Index local = 0; ///< index in the allocation of its first element
    Index key = 0;   ///< index in the target of its first element
    Index count = 0;
};

std::vector<Stretch> stretches(Run keys, CopySide const& source, Index to_local, Index chunk, PartDim const* part) {
    std::vector<Stretch> list;
    for (Index key = keys.begin; key < keys.end;) {
        Index const local = source.start + source.step * key + to_local;
        Index const within = local % chunk;
        Index const in_chunk = (source.step > 0 ? chunk - 1 - within : within) / std::abs(source.step) + 1;
        Index const in_cell = part == nullptr ? 1 : part->cell - (key - part->range.begin) % part->cell;
        Index const count = std::min({in_chunk, in_cell, keys.end - key});
        list.push_back({local / chunk, local, key, count});
        key += count;
    }
    return list;
}

Extents row_major_strides(Extents const& extents) {
    Extents strides(extents.size(), 1);
    for (std::size_t d = extents.size(); d-- > 1;) strides[d - 1] = strides[d] * extents[d];
    return strides;
}

} // namespace

PartReader::PartReader(StoredArray const& source, CopyMap const& map, Extents const& target_extents, CopyPlan const& plan,
                       MemoryAccount& account)
    : source_(source), map_(map), plan_(plan), position_strides_(row_major_strides(target_extents)),
      staging_(account, plan.staging), lists_(account.take(RequestQueue::memory(plan.largest_gap))), files_(source, FileUse::Read) {
    position_strides_.resize(map.axes.size(), 0);
}

std::uint64_t PartReader::read(PartBuffer& part, int copy) {
    checksum_ = 0;
    try {
        for (std::size_t number = 0; number < source_.files.size(); ++number)
            if (source_.files[number].copy == copy) read_file(number, part);
    } catch (std::runtime_error const& failure) { // of the system or of HDF5
        throw UnreadablePart(failure.what());
    }
    return checksum_;
}

RequestCounts PartReader::count(PartBuffer& part, int copy) {
    RequestCounts const before = std::exchange(counts_, {});
    counting_ = true;
    for (std::size_t number = 0; number < source_.files.size(); ++number)
        if (source_.files[number].copy == copy) read_file(number, part);
    counting_ = false;
    return std::exchange(counts_, before);
}

/// The axis' indices whose elements are `owned`.
PeriodicSet PartReader::keys(Needed const& needed, PeriodicSet const& owned, PartBuffer const& part) const {
    Run const range = needed.axis < part.dims().size() ? part.dims()[needed.axis].range : Run{0, 1};
    CopySide const& side = needed.source;
    return owned.affine_preimage(side.start + side.step * range.begin, side.step, range.size()).shifted(range.begin);
}

/// One entry per dimension of the source; empty where the file has nothing for the part.
std::vector<PartReader::Needed> PartReader::needed_of(StoredFile const& file, PartBuffer const& part) const {
    std::vector<Needed> all(source_.extents.size());
    for (std::size_t axis = 0; axis < map_.axes.size(); ++axis) {
        if (!map_.axes[axis].source) continue;
        CopySide const source = *map_.axes[axis].source;
        auto const d = static_cast<std::size_t>(source.dim);
        PeriodicSet const& owned = file.owned.dims()[d];
        Needed needed{axis, source, {}, 1};
        PeriodicSet const wanted = keys(needed, owned, part);
        if (wanted.empty()) return {};
        Run const bounds = wanted.bounds();
        Index const a = owned.position(source.start + source.step * bounds.begin) + file.origin[d];
        Index const b = owned.position(source.start + source.step * (bounds.end - 1)) + file.origin[d];
        needed.local = {std::min(a, b), std::max(a, b) + 1};
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
    bool const silent = counting_ || file.boxes;
    RequestQueue queue(silent ? nullptr : &files_.file(number), RequestQueue::Direction::Read, plan_.largest_gap);
    if (runs_straight(file, needed, part)) {
        read_straight(file, needed, part, queue);
        queue.finish();
        if (!counting_) sum_up(file, part);
    } else {
        read_staged(file, needed, part, queue);
    }
    counts_ += queue.counts();
}

bool PartReader::runs_straight(StoredFile const& file, std::vector<Needed> const& needed, PartBuffer const& part) const {
    if (file.boxes || source_.turned || needed.empty()) return false;
    for (PeriodicSet const& owned : file.owned.dims())
        if (!owned.is_interval()) return false;
    Index const run = straight_run(file, needed, part);
    Needed const& fastest = needed[static_cast<std::size_t>(file.shape.permutation.front())];
    return run >= shortest_straight_run || (run > 0 && run == fastest.local.size() * source_.type.bytes);
}

/// The bytes that are neighbours in the file and in the part; 0 where not even two elements are.
Index PartReader::straight_run(StoredFile const& file, std::vector<Needed> const& needed, PartBuffer const& part) const {
    Index run = source_.type.bytes;
    for (int const dim : file.shape.permutation) {
        auto const d = static_cast<std::size_t>(dim);
        if (needed[d].axis >= part.dims().size()) break;
        PartDim const& to = part.dims()[needed[d].axis];
        if (needed[d].source.step != 1 || to.stride != run) break;
        Index const together = std::min({to.cell, file.shape.chunk[d], needed[d].local.size()});
        run *= together;
        if (together < to.cell || together < file.shape.chunk[d]) return run;
    }
    return run == source_.type.bytes ? 0 : run;
}

void PartReader::read_straight(StoredFile const& file, std::vector<Needed> const& needed, PartBuffer& part, RequestQueue& queue) {
    Extents const in_chunk = strides_in_chunk(file.shape, source_.type.bytes);
    std::vector<std::vector<Stretch>> lists;
    std::vector<Index> counts;
    for (int const dim : file.shape.permutation) {
        auto const d = static_cast<std::size_t>(dim);
        PeriodicSet const& owned = file.owned.dims()[d];
        PartDim const* const to = needed[d].axis < part.dims().size() ? &part.dims()[needed[d].axis] : nullptr;
        Index const to_local = file.origin[d] - owned.bounds().begin;
        lists.push_back(stretches(keys(needed[d], owned, part).bounds(), needed[d].source, to_local, file.shape.chunk[d], to));
        counts.push_back(std::ssize(lists.back()));
    }
    Extents chunk(needed.size());
    for_each_combination(counts, [&](std::vector<Index> const& at) {
        std::vector<RunDim> dims;
        Index offset = 0;
        std::byte* memory = part.data();
        for (std::size_t i = 0; i < at.size(); ++i) {
            auto const d = static_cast<std::size_t>(file.shape.permutation[i]);
            Stretch const& stretch = lists[i][static_cast<std::size_t>(at[i])];
            bool const in_part = needed[d].axis < part.dims().size();
            chunk[d] = stretch.chunk;
            offset += (stretch.local - stretch.chunk * file.shape.chunk[d]) * in_chunk[d];
            if (in_part) memory += part.dims()[needed[d].axis].offset(stretch.key);
            dims.push_back({stretch.count, needed[d].source.step * in_chunk[d], in_part ? part.dims()[needed[d].axis].stride : 0});
        }
        auto const address = file.places->address(chunk);
        address ? queue.add_box(std::move(dims), source_.type.bytes, *address + offset, memory) : fill(std::move(dims), memory);
    });
}

void PartReader::fill(std::vector<RunDim> dims, std::byte* memory) const {
    if (counting_) return;
    for_each_run(std::move(dims), source_.type.bytes, 0, memory, [&](Index, std::byte* run, Index bytes) {
        if (source_.fill.empty()) {
            std::memset(run, 0, static_cast<std::size_t>(bytes));
            return;
        }
        for (Index b = 0; b < bytes; b += source_.type.bytes)
            std::memcpy(run + b, source_.fill.data(), static_cast<std::size_t>(source_.type.bytes));
    });
}

/// The straight path's checksum, over what the file gave to the part.
void PartReader::sum_up(StoredFile const& file, PartBuffer const& part) {
    std::vector<LoopDim> dims;
    for (std::size_t axis = 0; axis < part.dims().size(); ++axis) {
        PeriodicSet set = PeriodicSet::interval(part.dims()[axis].range);
        if (auto const& source = map_.axes[axis].source)
            set = keys({axis, *source, {}, 1}, file.owned.dims()[static_cast<std::size_t>(source->dim)], part);
        dims.push_back({set, part.side(axis), AxisSide::affine(0, 1, position_strides_[axis])});
    }
    checksum_ += element_checksum(LoopNest(dims, 0, 0), part.data(), source_.type.bytes);
}

/// Cuts what is needed into loads that fit the staging buffer: of as many whole chunks as do, else of pieces of chunks.
void PartReader::read_staged(StoredFile const& file, std::vector<Needed> const& needed, PartBuffer& part, RequestQueue& queue) {
    StoredShape const& shape = file.shape;
    Index room = plan_.staging / source_.type.bytes;
    bool const whole_chunks = chunk_elements(shape) <= room;
    Extents const unit = whole_chunks ? shape.chunk : Extents(needed.size(), 1);
    if (whole_chunks) room /= chunk_elements(shape);
    if (whole_chunks && file.boxes) room = std::min(room, most_chunks_of_a_box);
    Extents units(needed.size()); // of a load, per dimension
    std::vector<Index> counts;    // of loads, fastest dimension first
    for (int const dim : shape.permutation) {
        auto const d = static_cast<std::size_t>(dim);
        Index const there = (needed[d].local.end - 1) / unit[d] - needed[d].local.begin / unit[d] + 1;
        units[d] = std::min(there, room);
        room = units[d] == there ? room / there : 1;
        counts.push_back(ceil_div(there, units[d]));
    }
    for_each_combination(counts, [&](std::vector<Index> const& at) {
        std::vector<Run> region(needed.size());
        for (std::size_t i = 0; i < at.size(); ++i) {
            auto const d = static_cast<std::size_t>(shape.permutation[i]);
            Index const first = needed[d].local.begin / unit[d] + at[i] * units[d];
            region[d] = {first * unit[d], (first + units[d]) * unit[d]};
            if (!whole_chunks || file.boxes) region[d] = intersection(region[d], needed[d].local);
        }
        Load const load = load_of(shape, std::move(region), whole_chunks && !file.boxes);
        if (file.boxes) {
            if (!counting_) file.boxes->read(load.region, staging_.data());
            count_boxes(shape, load);
        } else {
            fetch(file, needed, load, queue);
        }
        if (counting_) return;
        if (source_.turned) turn_bytes(load);
        scatter(file, needed, load, part);
    });
}

/// Turns round the byte order of all that was loaded.
void PartReader::turn_bytes(Load const& load) {
    auto const kind = kind_of(source_.type);
    if (!kind) return;
    Index bytes = source_.type.bytes;
    for (PartDim const& dim : load.dims) bytes *= ceil_div(dim.range.size(), dim.cell) * dim.cell;
    swap_byte_order(*kind, {staging_.data(), static_cast<std::size_t>(bytes)});
}

/// What HDF5 reads: each chunk once; its bytes are counted as they are when decoded.
void PartReader::count_boxes(StoredShape const& shape, Load const& load) {
    RequestCounts counts{1, source_.type.bytes};
    for (std::size_t d = 0; d < load.region.size(); ++d) {
        Run const region = load.region[d];
        counts.requests *= (region.end - 1) / shape.chunk[d] - region.begin / shape.chunk[d] + 1;
        counts.bytes *= region.size();
    }
    counts_ += counts;
}

PartReader::Load PartReader::load_of(StoredShape const& shape, std::vector<Run> region, bool in_chunks) const {
    Load load{std::move(region), std::vector<PartDim>(shape.permutation.size())};
    Index stride = source_.type.bytes;
    for (int const dim : shape.permutation) {
        auto const d = static_cast<std::size_t>(dim);
        load.dims[d].range = load.region[d];
        load.dims[d].cell = in_chunks ? shape.chunk[d] : std::max<Index>(load.region[d].size(), 1);
        load.dims[d].stride = stride;
        stride *= load.dims[d].cell;
    }
    for (int const dim : shape.permutation) {
        auto const d = static_cast<std::size_t>(dim);
        load.dims[d].cell_stride = stride;
        stride *= ceil_div(load.region[d].size(), load.dims[d].cell);
    }
    return load;
}

/// Reads what is needed of the chunks that a load meets.
void PartReader::fetch(StoredFile const& file, std::vector<Needed> const& needed, Load const& load, RequestQueue& queue) {
    StoredShape const& shape = file.shape;
    Extents const in_chunk = strides_in_chunk(shape, source_.type.bytes);
    std::vector<Index> counts;
    for (int const dim : shape.permutation) {
        auto const d = static_cast<std::size_t>(dim);
        counts.push_back((load.region[d].end - 1) / shape.chunk[d] - load.region[d].begin / shape.chunk[d] + 1);
    }
    Extents chunk(needed.size());
    for_each_combination(counts, [&](std::vector<Index> const& at) {
        std::vector<RunDim> dims;
        Index offset = 0;
        std::byte* memory = staging_.data();
        for (std::size_t i = 0; i < at.size(); ++i) {
            auto const d = static_cast<std::size_t>(shape.permutation[i]);
            chunk[d] = load.region[d].begin / shape.chunk[d] + at[i];
            Index const chunk_begin = chunk[d] * shape.chunk[d];
            Run const there =
                intersection(intersection(load.region[d], needed[d].local), {chunk_begin, chunk_begin + shape.chunk[d]});
            Index const skip = i == 0 ? 1 : needed[d].skip; // neighbours in the file are read together
            Index const first = needed[d].local.begin + ceil_div(there.begin - needed[d].local.begin, skip) * skip;
            offset += (first - chunk_begin) * in_chunk[d];
            memory += load.dims[d].offset(first);
            dims.push_back(
                {first < there.end ? ceil_div(there.end - first, skip) : 0, skip * in_chunk[d], skip * load.dims[d].stride});
        }
        auto const address = file.places->address(chunk);
        address ? queue.add_box(std::move(dims), source_.type.bytes, *address + offset, memory) : fill(std::move(dims), memory);
    });
    queue.finish();
}

/// Copies what was fetched to where it belongs, and sums it up.
void PartReader::scatter(StoredFile const& file, std::vector<Needed> const& needed, Load const& load, PartBuffer& part) {
    std::vector<LoopDim> to_part;
    std::vector<LoopDim> to_position;
    Index base = 0;
    for (std::size_t d = 0; d < needed.size(); ++d) {
        PeriodicSet const& owned = file.owned.dims()[d];
        Run const region = load.region[d];
        Run const places = intersection({region.begin - file.origin[d], region.end - file.origin[d]}, {0, owned.count()});
        PeriodicSet const there = owned.clipped({owned.element(places.begin), owned.element(places.end - 1) + 1});
        PeriodicSet const set = keys(needed[d], there, part);
        PartDim const& dim = load.dims[d];
        CopySide const& source = needed[d].source;
        AxisSide from = AxisSide::dense(0);
        if (owned.is_interval()) {
            Index const to_region = file.origin[d] - owned.bounds().begin - region.begin;
            from = AxisSide::in_cells(source.start + to_region, source.step, dim.cell, dim.stride, dim.cell_stride);
        } else {
            from = AxisSide::stored(owned, source.start, source.step, dim.stride);
            base += (file.origin[d] - region.begin) * dim.stride;
        }
        std::size_t const axis = needed[d].axis;
        to_part.push_back({set, from, axis < part.dims().size() ? part.side(axis) : AxisSide::affine(0, 1, 0)});
        to_position.push_back({set, from, AxisSide::affine(0, 1, position_strides_[axis])});
    }
    CopyProgram(LoopNest(to_part, base, 0), source_.type.bytes).run(staging_.data(), part.data());
    checksum_ += element_checksum(LoopNest(to_position, base, 0), staging_.data(), source_.type.bytes);
}

} // namespace tessera
