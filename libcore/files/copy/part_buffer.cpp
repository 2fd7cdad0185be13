// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the memory that holds one box of the target.
#include "libcore/files/copy/part_buffer.hpp"

#include "libcore/files/access/element_location.hpp"

#include <utility>

namespace tessera {

PartBuffer::PartBuffer(MemoryAccount& account, StoredShape const& target, CopyParts const& parts, Index element_bytes)
    : PartBuffer(account, parts.room() * element_bytes, target.permutation, element_bytes) {
    for (std::size_t d = 0; d < permutation_.size(); ++d) cell_.push_back(parts.dim(d).cell());
}

PartBuffer::PartBuffer(MemoryAccount& account, Index bytes, std::vector<int> permutation, Index element_bytes)
    : permutation_(std::move(permutation)), element_bytes_(element_bytes), memory_(account, bytes) {}

std::uint64_t PartBuffer::checksum(Extents const& extents) const {
    std::vector<Run> box;
    for (BoxDim const& dim : dims()) box.push_back(dim.range);
    return checksum(extents, box);
}

std::uint64_t PartBuffer::checksum(Extents const& extents, std::vector<Run> const& box) const {
    return checksum_of(section_of(box), element_bytes_, place_.place(), memory_.data(), ElementLocation::numbers(extents));
}

void PartBuffer::begin(std::vector<Run> const& box) {
    place(box);
    if (place_.is_ragged()) memory_.clear();
}

} // namespace tessera
