// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the memory layout of a box, cell by cell.
#include "libcore/files/access/box_layout.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>

namespace tessera {

BoxLayout::BoxLayout(std::vector<Run> const& box, std::vector<int> const& permutation, Extents const& cell, Index element_bytes)
    : dims_(box.size()), cell_bytes_(element_bytes) {
    for (int const dim : permutation) {
        auto const d = as_size(dim);
        dims_[d] = {box[d], cell.empty() ? std::max<Index>(box[d].size(), 1) : cell[d], cell_bytes_, 0};
        cell_bytes_ *= dims_[d].cell;
    }
    Index stride = cell_bytes_;
    for (int const dim : permutation) {
        BoxDim& each = dims_[as_size(dim)];
        each.cell_stride = stride;
        stride *= ceil_div(each.range.size(), each.cell);
    }
}

BoxLayout BoxLayout::narrowed(std::vector<Run> const& box) const {
    BoxLayout narrow = *this;
    for (std::size_t d = 0; d < dims_.size(); ++d) narrow.dims_[d].range = box[d];
    return narrow;
}

Index BoxLayout::elements() const {
    Index product = 1;
    for (BoxDim const& dim : dims_) product *= dim.range.size();
    return product;
}

Index BoxLayout::bytes() const {
    Index product = cell_bytes_;
    for (BoxDim const& dim : dims_) product *= ceil_div(dim.range.size(), dim.cell);
    return product;
}

bool BoxLayout::is_ragged() const {
    return std::ranges::any_of(dims_, [](BoxDim const& dim) { return dim.range.size() % dim.cell != 0; });
}

AxisSide BoxLayout::side(std::size_t d) const {
    BoxDim const& dim = dims_[d];
    return AxisSide::in_cells(-dim.first, 1, dim.cell, dim.stride, dim.cell_stride);
}

ElementLocation BoxLayout::place() const {
    ElementLocation place;
    for (std::size_t d = 0; d < dims_.size(); ++d) place.sides.push_back(side(d));
    return place;
}

} // namespace tessera
