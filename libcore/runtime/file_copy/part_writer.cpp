// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parts of the target, written to its files.
#include "libcore/runtime/file_copy/part_writer.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/io/slabs.hpp"

#include <stdexcept>
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
    std::vector<BoxLine> lines;
    for (BoxDim const& dim : part.dims()) {
        bool const whole =
            dim.cell == target_.files.front().shape.chunk[lines.size()]; // chunks are stored whole, the last ones too
        Index const count = whole ? ceil_div(dim.range.size(), dim.cell) * dim.cell : dim.range.size();
        lines.push_back({count, dim.range.begin, 1, dim.range.begin, 1, &dim});
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
