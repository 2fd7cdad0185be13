// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a rank's part of an array with inactive elements replaced by the identity.
#include "libcore/runtime/comm/axis/masked_part.hpp"

#include <cstring>

namespace tessera {

Buffer masked_part(std::byte const* part, LocalLayout const& layout, Context const& where, Combiner const& combiner) {
    Index const bytes = combiner.type().bytes;
    Buffer masked(layout.allocation_size() * bytes);
    combiner.fill_identity(masked.data(), layout.allocation_size());
    copy_active(part, masked.data(), layout, where, bytes);
    return masked;
}

void copy_active(std::byte const* from, std::byte* to, LocalLayout const& layout, Context const& where, Index element_bytes) {
    for_each_contiguous_run(where, layout, [&](Index, Index offset, Index count) {
        std::memcpy(to + offset * element_bytes, from + offset * element_bytes, as_size(count * element_bytes));
    });
}

} // namespace tessera
