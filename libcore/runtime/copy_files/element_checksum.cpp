// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the checksum of an array by the positions of its elements.
#include "libcore/runtime/copy_files/element_checksum.hpp"

#define XXH_INLINE_ALL // elements are short: the call would cost more than the hash
#include <xxhash.h>

namespace tessera {

namespace {

template <std::size_t Bytes>
std::uint64_t sum_of(LoopNest const& nest, std::byte const* memory) {
    std::uint64_t sum = 0;
    nest.for_each([&](Index offset, Index position) {
        sum += XXH3_64bits_withSeed(memory + offset, Bytes, static_cast<std::uint64_t>(position));
    });
    return sum;
}

std::uint64_t sum_of_any(LoopNest const& nest, std::byte const* memory, std::size_t bytes) {
    std::uint64_t sum = 0;
    nest.for_each([&](Index offset, Index position) {
        sum += XXH3_64bits_withSeed(memory + offset, bytes, static_cast<std::uint64_t>(position));
    });
    return sum;
}

} // namespace

std::uint64_t element_checksum(LoopNest const& nest, std::byte const* memory, Index element_bytes) {
    if (nest.elements() == 0) return 0;
    switch (element_bytes) {
    case 1:
        return sum_of<1>(nest, memory);
    case 2:
        return sum_of<2>(nest, memory);
    case 4:
        return sum_of<4>(nest, memory);
    case 8:
        return sum_of<8>(nest, memory);
    case 16:
        return sum_of<16>(nest, memory);
    default:
        return sum_of_any(nest, memory, static_cast<std::size_t>(element_bytes));
    }
}

} // namespace tessera
