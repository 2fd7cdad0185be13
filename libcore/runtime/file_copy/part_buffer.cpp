// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the memory a box of the target is put together in.
#include "libcore/runtime/file_copy/part_buffer.hpp"

#include <utility>

namespace tessera {

PartBuffer::PartBuffer(MemoryAccount& account, StoredShape const& target, CopyParts const& parts, Index element_bytes)
    : PartBuffer(account, parts.room() * element_bytes, target.permutation, element_bytes) {
    for (std::size_t d = 0; d < permutation_.size(); ++d) cell_.push_back(parts.dim(d).cell());
}

PartBuffer::PartBuffer(MemoryAccount& account, Index bytes, std::vector<int> permutation, Index element_bytes)
    : permutation_(std::move(permutation)), element_bytes_(element_bytes), memory_(account, bytes) {}

void PartBuffer::begin(std::vector<Run> const& box) {
    place(box);
    if (place_.is_ragged()) memory_.clear();
}

} // namespace tessera
