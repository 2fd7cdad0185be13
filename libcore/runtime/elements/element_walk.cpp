// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the elements that a rank owns, with their memory offsets and their linear indices in the array.
#include "libcore/runtime/elements/element_walk.hpp"

#include <vector>

namespace tessera {

Extents linear_strides(ArraySpec const& array) {
    Extents strides(array.extents.size());
    Index elements = 1;
    for (std::size_t i = 0; i < strides.size(); ++i) {
        std::size_t const dim = array.order == StorageOrder::Fortran ? i : strides.size() - 1 - i;
        strides[dim] = elements;
        elements *= array.extents[dim];
    }
    return strides;
}

Index linear_index(std::span<Index const> index, Extents const& strides) {
    Index linear = 0;
    for (std::size_t d = 0; d < index.size(); ++d) linear += index[d] * strides[d];
    return linear;
}

LoopNest owned_elements(ArraySpec const& array, LocalLayout const& layout) {
    Extents const strides = linear_strides(array);
    std::vector<LoopDim> dims;
    for (std::size_t d = 0; d < strides.size(); ++d) {
        PeriodicSet const& owned = layout.owned().dims()[d];
        dims.push_back(
            {owned, AxisSide::stored(owned, 0, 1, layout.strides()[d] * array.type.bytes), AxisSide::affine(0, 1, strides[d])});
    }
    return {dims, layout.first_offset() * array.type.bytes, 0};
}

} // namespace tessera
