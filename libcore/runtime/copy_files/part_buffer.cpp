// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the memory a part of the target is put together in: chunk by chunk, as it will lie in the file.
#include "libcore/runtime/copy_files/part_buffer.hpp"

#include "libcore/base/arithmetic.hpp"

namespace tessera {

PartBuffer::PartBuffer(MemoryAccount& account, StoredShape const& target, CopyParts const& parts, Index element_bytes)
    : target_(target), parts_(parts), memory_(account, parts.room() * element_bytes), dims_(target.extents.size()),
      cell_bytes_(element_bytes) {
    for (int const dim : target.permutation) {
        auto const d = static_cast<std::size_t>(dim);
        dims_[d].cell = parts.dim(d).cell();
        dims_[d].stride = cell_bytes_;
        cell_bytes_ *= dims_[d].cell;
    }
}

void PartBuffer::begin(Index number) {
    number_ = number;
    auto const box = parts_.box(number);
    Index stride = cell_bytes_;
    bool full = true;
    for (int const dim : target_.permutation) {
        auto const d = static_cast<std::size_t>(dim);
        dims_[d].range = box[d];
        dims_[d].cell_stride = stride;
        stride *= ceil_div(box[d].size(), dims_[d].cell);
        full = full && box[d].size() % dims_[d].cell == 0;
    }
    if (!full) memory_.clear();
}

Index PartBuffer::elements() const {
    Index product = 1;
    for (PartDim const& dim : dims_) product *= dim.range.size();
    return product;
}

AxisSide PartBuffer::side(std::size_t d) const {
    PartDim const& dim = dims_[d];
    return AxisSide::in_cells(-dim.range.begin, 1, dim.cell, dim.stride, dim.cell_stride);
}

} // namespace tessera
