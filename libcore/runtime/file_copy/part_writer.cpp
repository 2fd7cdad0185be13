// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parts of the target, written to its files.
#include "libcore/runtime/file_copy/part_writer.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/runtime/move/copy/copy_program.hpp"
#include "libcore/runtime/store/combinations.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

PartWriter::PartWriter(StoredArray const& target, CopyPlan const& plan, MemoryAccount& account)
    : target_(target), lists_(account.take(RequestQueue::memory(0))), staging_(account, plan.gathering),
      files_(target, FileUse::Update) {}

void PartWriter::write(PartBuffer& part) {
    if (part.elements() == 0) return;
    if (staging_.size() == 0) return write_cells(part);
    for (std::size_t number = 0; number < target_.files.size(); ++number) write_gathered(number, part);
}

RequestCounts PartWriter::count(PartBuffer& part) {
    RequestCounts const before = std::exchange(counts_, {});
    counting_ = true;
    write(part);
    counting_ = false;
    return std::exchange(counts_, before);
}

void PartWriter::write_cells(PartBuffer& part) {
    StoredFile const& file = target_.files.front();
    Extents const in_chunk = strides_in_chunk(file.shape, target_.type.bytes);
    std::vector<Index> counts;
    for (int const dim : file.shape.permutation) {
        PartDim const& cells = part.dims()[static_cast<std::size_t>(dim)];
        counts.push_back(ceil_div(cells.range.size(), cells.cell));
    }
    RequestQueue queue(this->file(0), RequestQueue::Direction::Write, 0);
    Extents chunk(counts.size());
    for_each_combination(counts, [&](std::vector<Index> const& at) {
        std::vector<RunDim> dims;
        Index offset = 0;
        std::byte* memory = part.data();
        for (std::size_t i = 0; i < at.size(); ++i) {
            auto const d = static_cast<std::size_t>(file.shape.permutation[i]);
            PartDim const& cells = part.dims()[d];
            Index const begin = cells.range.begin + at[i] * cells.cell;
            chunk[d] = begin / file.shape.chunk[d];
            offset += begin % file.shape.chunk[d] * in_chunk[d];
            memory += at[i] * cells.cell_stride;
            bool const whole = cells.cell == file.shape.chunk[d]; // chunks are stored whole, even at the array's end
            Index const count = whole ? cells.cell : std::min(cells.cell, cells.range.end - begin);
            dims.push_back({count, in_chunk[d], cells.stride});
        }
        queue.add_box(std::move(dims), target_.type.bytes, file.places->address(chunk).value() + offset, memory);
    });
    queue.finish();
    counts_ += queue.counts();
}

/// What a file gets of the part, in boxes of its allocation that fit the staging buffer.
void PartWriter::write_gathered(std::size_t number, PartBuffer const& part) {
    StoredFile const& file = target_.files[number];
    std::vector<Run> local(part.dims().size());
    for (std::size_t d = 0; d < local.size(); ++d) {
        PeriodicSet const mine = file.filled.dims()[d].clipped(part.dims()[d].range);
        if (mine.empty()) return;
        Index const first = file.filled.dims()[d].position(mine.bounds().begin);
        local[d] = {first, first + mine.count()};
    }
    Index room = staging_.size() / target_.type.bytes;
    Extents lengths(local.size());
    std::vector<Index> counts;
    for (int const dim : file.shape.permutation) {
        auto const d = static_cast<std::size_t>(dim);
        lengths[d] = std::min(local[d].size(), room);
        room = lengths[d] == local[d].size() ? room / lengths[d] : 1;
        counts.push_back(ceil_div(local[d].size(), lengths[d]));
    }
    for_each_combination(counts, [&](std::vector<Index> const& at) {
        std::vector<Run> box(local.size());
        for (std::size_t i = 0; i < at.size(); ++i) {
            auto const d = static_cast<std::size_t>(file.shape.permutation[i]);
            Index const begin = local[d].begin + at[i] * lengths[d];
            box[d] = {begin, std::min(begin + lengths[d], local[d].end)};
        }
        write_box(number, box, part);
    });
}

/// `box`: counted among the indices the file is filled with.
void PartWriter::write_box(std::size_t number, std::vector<Run> const& box, PartBuffer const& part) {
    StoredFile const& file = target_.files[number];
    Extents const in_file = strides_in_chunk(file.shape, target_.type.bytes);
    std::vector<LoopDim> gather;
    std::vector<RunDim> runs;
    Index stride = target_.type.bytes;
    Index base = 0;
    Index offset = file.places->address(Extents(box.size(), 0)).value();
    for (int const dim : file.shape.permutation) {
        auto const d = static_cast<std::size_t>(dim);
        PeriodicSet const& filled = file.filled.dims()[d];
        PeriodicSet const mine = filled.clipped({filled.element(box[d].begin), filled.element(box[d].end - 1) + 1});
        gather.push_back({mine, part.side(d), AxisSide::stored(filled, 0, 1, stride)});
        base -= box[d].begin * stride;
        offset += (file.filled_origin[d] + box[d].begin) * in_file[d];
        runs.push_back({box[d].size(), in_file[d], stride});
        stride *= box[d].size();
    }
    if (!counting_) CopyProgram(LoopNest(gather, 0, base), target_.type.bytes).run(part.data(), staging_.data());
    RequestQueue queue(this->file(number), RequestQueue::Direction::Write, 0);
    queue.add_box(std::move(runs), target_.type.bytes, offset, staging_.data());
    queue.finish();
    counts_ += queue.counts();
}

} // namespace tessera
