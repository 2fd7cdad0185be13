// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parts of the target, written to its files.
#include "libcore/runtime/copy_files/part_writer.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/runtime/copy_files/combinations.hpp"

#include <utility>

namespace tessera {

PartWriter::PartWriter(StoredArray const& target, MemoryAccount& account)
    : target_(target), lists_(account.take(RequestQueue::memory(0))), file_(PosixFile::open_to_write(target.files.front().path)) {}

void PartWriter::write(PartBuffer& part) {
    if (part.elements() == 0) return;
    StoredFile const& file = target_.files.front();
    Extents const in_chunk = strides_in_chunk(file.shape, target_.type.bytes);
    std::vector<Index> counts;
    for (int const dim : file.shape.permutation) {
        PartDim const& cells = part.dims()[static_cast<std::size_t>(dim)];
        counts.push_back(ceil_div(cells.range.size(), cells.cell));
    }
    RequestQueue queue(&file_, RequestQueue::Direction::Write, 0);
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

void PartWriter::finish() {
    file_.sync();
}

} // namespace tessera
