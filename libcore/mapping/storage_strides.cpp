// SPDX-License-Identifier: BSD-3-Clause
// Tessera: strides of dense arrays, and conversion between storage orders.
#include "libcore/mapping/storage_strides.hpp"

#include "libcore/base/require.hpp"

#include <cstring>

namespace tessera {

Extents dense_strides(Extents const& extents, StorageOrder order) {
    Extents strides(extents.size(), 1);
    Index stride = 1;
    for (std::size_t k = 0; k < extents.size(); ++k) {
        std::size_t const d = order == StorageOrder::Fortran ? k : extents.size() - 1 - k;
        strides[d] = stride;
        stride *= extents[d];
    }
    return strides;
}

std::vector<std::byte> reordered(std::span<std::byte const> elements, Index element_bytes, Extents const& extents,
                                 StorageOrder from, StorageOrder to) {
    Index count = 1;
    for (Index const extent : extents) count *= extent;
    require(element_bytes > 0 && std::ssize(elements) == count * element_bytes, "reordered: the extents do not fit the elements");
    std::vector<std::byte> result(elements.begin(), elements.end());
    if (from == to || extents.size() < 2) return result;
    Extents const source = dense_strides(extents, from);
    Extents const target = dense_strides(extents, to);
    for (Index k = 0; k < count; ++k) {
        Index place = 0;
        for (std::size_t d = 0; d < extents.size(); ++d) place += k / source[d] % extents[d] * target[d];
        std::memcpy(result.data() + place * element_bytes, elements.data() + k * element_bytes, as_size(element_bytes));
    }
    return result;
}

} // namespace tessera
