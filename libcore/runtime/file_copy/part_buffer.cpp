// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the memory a box of the target is put together in.
#include "libcore/runtime/file_copy/part_buffer.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

PartBuffer::PartBuffer(MemoryAccount& account, StoredShape const& target, CopyParts const& parts, Index element_bytes)
    : PartBuffer(account, parts.room() * element_bytes, target.permutation, element_bytes) {
    for (std::size_t d = 0; d < dims_.size(); ++d) cells_.push_back(parts.dim(d).cell());
}

PartBuffer::PartBuffer(MemoryAccount& account, Index bytes, std::vector<int> permutation, Index element_bytes)
    : permutation_(std::move(permutation)), element_bytes_(element_bytes), memory_(account, bytes), dims_(permutation_.size()) {}

void PartBuffer::begin(std::vector<Run> const& box) {
    place(box);
    auto const cut_off = [](PartDim const& dim) { return dim.range.size() % dim.cell != 0; };
    if (std::ranges::any_of(dims_, cut_off)) memory_.clear();
}

void PartBuffer::place(std::vector<Run> const& box) {
    cell_bytes_ = element_bytes_;
    for (int const dim : permutation_) {
        auto const d = static_cast<std::size_t>(dim);
        dims_[d].range = box[d];
        dims_[d].cell = cells_.empty() ? std::max<Index>(box[d].size(), 1) : cells_[d];
        dims_[d].stride = cell_bytes_;
        cell_bytes_ *= dims_[d].cell;
    }
    Index stride = cell_bytes_;
    for (int const dim : permutation_) {
        auto const d = static_cast<std::size_t>(dim);
        dims_[d].cell_stride = stride;
        stride *= ceil_div(box[d].size(), dims_[d].cell);
    }
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
