// SPDX-License-Identifier: BSD-3-Clause
// Tessera: chunks stored one after another.
#include "libcore/files/access/gapless_chunks.hpp"

#include "libcore/base/arithmetic.hpp"

#include <utility>

namespace tessera {

GaplessChunks::GaplessChunks(StoredShape shape, Index element_bytes, Index begin)
    : shape_(std::move(shape)), bytes_(chunk_elements(shape_) * element_bytes), begin_(begin) {}

Index GaplessChunks::along(std::size_t dim) const {
    return ceil_div(shape_.extents[dim], shape_.chunk[dim]);
}

std::optional<Index> GaplessChunks::address(std::span<Index const> chunk) {
    Index number = 0;
    for (auto dim = shape_.permutation.rbegin(); dim != shape_.permutation.rend(); ++dim)
        number = number * along(as_size(*dim)) + chunk[as_size(*dim)];
    return begin_ + number * bytes_;
}

Index GaplessChunks::end() const {
    Index count = 1;
    for (std::size_t d = 0; d < shape_.extents.size(); ++d) count *= along(d);
    return begin_ + count * bytes_;
}

} // namespace tessera
