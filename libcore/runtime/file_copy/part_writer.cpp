// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parts of the target, written to its files.
#include "libcore/runtime/file_copy/part_writer.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/combinations.hpp"
#include "libcore/io/slabs.hpp"

#include <stdexcept>
#include <utility>

namespace tessera {

PartWriter::PartWriter(StoredArray const& target, CopyPlan const& plan, MemoryAccount& account)
    : target_(target), account_(account), lists_(account.take(RequestQueue::memory(0))), staging_(account, plan.gathering),
      files_(target, target.is_scratch ? FileUse::Scratch : FileUse::Update) {
    if (auto const& chunks = target.files.front().chunks) writer_memory_ = account.take(chunks->memory());
}

void PartWriter::write(PartBuffer& part) {
    if (part.elements() == 0) return;
    if (target_.files.front().chunks) return write_chunks(part);
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
    std::vector<BoxLine> lines;
    for (BoxDim const& dim : part.dims()) {
        std::size_t const d = lines.size();
        bool const last = dim.cell == target_.files.front().shape.chunk[d] && dim.range.end == target_.extents[d];
        Index const end = last ? ceil_div(dim.range.end, dim.cell) * dim.cell : dim.range.end; // the last chunks are stored whole
        lines.push_back({end - dim.range.begin, dim.range.begin, 1, dim.range.begin, 1, &dim});
    }
    write_lines(0, lines, part.data());
}

void PartWriter::write_lines(std::size_t number, std::vector<BoxLine> const& lines, std::byte* memory) {
    StoredFile const& file = target_.files[number];
    RequestQueue queue(counting_ ? nullptr : &files_.file(number), RequestQueue::Direction::Write, 0);
    add_requests(queue, {file.shape, *file.places, target_.type.bytes}, lines, memory,
                 [&](auto&&...) { throw std::logic_error("a chunk of '" + file.path + "' has no place to be written to"); });
    queue.finish();
    counts_ += queue.counts();
}

void PartWriter::write_chunks(PartBuffer const& part) {
    StoredFile const& file = target_.files.front();
    Extents first;
    std::vector<Index> counts;
    for (std::size_t d = 0; d < part.dims().size(); ++d) {
        Run const range = part.dims()[d].range;
        first.push_back(range.begin / file.shape.chunk[d]);
        counts.push_back(ceil_div(range.end, file.shape.chunk[d]) - first[d]);
    }
    Extents chunk(first.size());
    for_each_combination(counts, [&](std::vector<Index> const& at) {
        for (std::size_t d = 0; d < at.size(); ++d) chunk[d] = first[d] + at[d];
        write_chunk(file, chunk, part);
    });
}

/// Straight from the part where the chunk is a cell of it.
void PartWriter::write_chunk(StoredFile const& file, Extents const& chunk, PartBuffer const& part) {
    Index const bytes = chunk_elements(file.shape) * target_.type.bytes;
    std::vector<Run> whole;
    std::vector<Run> there;
    Index offset = 0;
    bool is_cell = true;
    for (std::size_t d = 0; d < chunk.size(); ++d) {
        BoxDim const& dim = part.dims()[d];
        whole.push_back({chunk[d] * file.shape.chunk[d], (chunk[d] + 1) * file.shape.chunk[d]});
        there.push_back(intersection(whole[d], dim.range));
        offset += dim.offset(there[d].begin);
        is_cell = is_cell && dim.cell == file.shape.chunk[d];
    }
    std::span<std::byte const> elements(part.data() + offset, as_size(is_cell ? bytes : 0));
    if (!is_cell) {
        if (chunk_.size() != bytes) chunk_ = AccountedBuffer(account_, bytes);
        chunk_.clear();
        ElementPlace const to = BoxPlace(whole, file.shape.permutation, {}, target_.type.bytes).place();
        copy_box(section_of(there), target_.type.bytes, part.place().place(), part.data(), to, chunk_.data());
        elements = {chunk_.data(), as_size(bytes)};
    }
    counts_ += {1, file.chunks->write(chunk, elements)};
}

/// What a file gets of the part, in boxes of its allocation that fit the staging buffer.
void PartWriter::write_gathered(std::size_t number, PartBuffer const& part) {
    StoredFile const& file = target_.files[number];
    Extents first; // of what it gets, counted among the indices the file is filled with
    Extents counts;
    for (std::size_t d = 0; d < part.dims().size(); ++d) {
        PeriodicSet const mine = file.filled.dims()[d].clipped(part.dims()[d].range);
        if (mine.empty()) return;
        first.push_back(file.filled.dims()[d].position(mine.bounds().begin));
        counts.push_back(mine.count());
    }
    auto const boxes = Slabs::make(counts, file.shape.permutation, {}, staging_.size() / target_.type.bytes).value();
    for (Index k = 0; k < boxes.count(); ++k) {
        std::vector<Run> box = boxes.box(k);
        for (std::size_t d = 0; d < box.size(); ++d) box[d] = {first[d] + box[d].begin, first[d] + box[d].end};
        write_box(number, box, part);
    }
}

/// `box`: counted among the indices the file is filled with.
void PartWriter::write_box(std::size_t number, std::vector<Run> const& box, PartBuffer const& part) {
    StoredFile const& file = target_.files[number];
    BoxPlace const staged(box, file.shape.permutation, {}, target_.type.bytes);
    std::vector<PeriodicSet> sets;
    ElementPlace to;
    std::vector<BoxLine> lines;
    for (std::size_t d = 0; d < box.size(); ++d) {
        PeriodicSet const& filled = file.filled.dims()[d];
        Index const stride = staged.dims()[d].stride;
        sets.push_back(filled.clipped({filled.element(box[d].begin), filled.element(box[d].end - 1) + 1}));
        to.sides.push_back(AxisSide::stored(filled, 0, 1, stride));
        to.base -= box[d].begin * stride;
        lines.push_back({box[d].size(), file.filled_origin[d] + box[d].begin, 1, box[d].begin, 1, &staged.dims()[d]});
    }
    if (!counting_) copy_box(BoxSet(sets), target_.type.bytes, part.place().place(), part.data(), to, staging_.data());
    write_lines(number, lines, staging_.data());
}

} // namespace tessera
