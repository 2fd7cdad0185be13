// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the shape in which a file stores an array.
#include "libcore/io/stored_shape.hpp"

#include "libcore/base/arithmetic.hpp"

namespace tessera {

Index chunk_elements(StoredShape const& shape) {
    return saturated_product(shape.chunk);
}

Extents strides_in_chunk(StoredShape const& shape, Index element_bytes) {
    Extents strides(shape.chunk.size());
    for (int const dim : shape.permutation) {
        strides[as_size(dim)] = element_bytes;
        element_bytes *= shape.chunk[as_size(dim)];
    }
    return strides;
}

} // namespace tessera
