// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the checksum of an array by the positions of its elements.
#include "libcore/runtime/elements/element_checksum.hpp"

#define XXH_INLINE_ALL // elements are short: the call would cost more than the hash
#include <xxhash.h>

// XXH3 of short elements is a few multiplications, which wide vectors do for many elements at once. The compiler does that by
// itself where it may use such vectors, so the rows are compiled once for each generation of processors and chosen when the program
// starts.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define TESSERA_WIDE [[gnu::target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")]]
#else
#define TESSERA_WIDE
#endif

namespace tessera {
namespace {

struct Row {
    std::byte const* memory;
    std::uint64_t position;
    Index count;
    Index memory_step;   ///< bytes
    Index position_step; ///< elements
};

/// Always inlined, so that it takes over what the caller is compiled for; constants that the caller passes stay constants.
[[gnu::always_inline]] inline std::uint64_t sum_of(Row const& row, std::size_t bytes, Index memory_step, Index position_step) {
    std::uint64_t sum = 0;
    for (Index k = 0; k < row.count; ++k)
        sum +=
            XXH3_64bits_withSeed(row.memory + k * memory_step, bytes, row.position + static_cast<std::uint64_t>(k * position_step));
    return sum;
}

template <Index Bytes>
[[gnu::always_inline]] inline std::uint64_t sum_of(Row const& row) {
    if (row.memory_step == Bytes && row.position_step == 1) return sum_of(row, std::size_t{Bytes}, Bytes, 1);
    if (row.memory_step == Bytes) return sum_of(row, std::size_t{Bytes}, Bytes, row.position_step);
    return sum_of(row, std::size_t{Bytes}, row.memory_step, row.position_step);
}

TESSERA_WIDE std::uint64_t row_checksum(Row const& row, Index bytes) {
    switch (bytes) {
    case 1:
        return sum_of<1>(row);
    case 2:
        return sum_of<2>(row);
    case 4:
        return sum_of<4>(row);
    case 8:
        return sum_of<8>(row);
    case 16:
        return sum_of<16>(row);
    default:
        return sum_of(row, as_size(bytes), row.memory_step, row.position_step);
    }
}

} // namespace

std::uint64_t element_checksum(LoopNest const& nest, std::byte const* memory, Index element_bytes) {
    std::uint64_t sum = 0;
    nest.for_each_row([&](Index offset, Index position, Segment const& row) {
        sum += row_checksum({memory + offset, static_cast<std::uint64_t>(position), row.count, row.from_step, row.to_step},
                            element_bytes);
    });
    return sum;
}

} // namespace tessera
