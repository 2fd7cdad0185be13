// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the shape in which a file stores an array.
#include "libcore/io/stored_shape.hpp"

namespace tessera {

Index chunk_elements(StoredShape const& shape) {
    Index product = 1;
    for (Index const extent : shape.chunk) product *= extent;
    return product;
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
