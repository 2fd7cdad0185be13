// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the checksum of an array by the positions of its elements.
#include "libcore/runtime/elements/element_checksum.hpp"

#define XXH_INLINE_ALL // elements are short: the call would cost more than the hash
#include <xxhash.h>

#include <array>
#include <span>

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

template <std::size_t Bytes>
[[gnu::always_inline]] inline std::uint64_t sum_at(std::byte const* memory, std::span<std::uint64_t const> positions) {
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k < positions.size(); ++k) sum += XXH3_64bits_withSeed(memory + k * Bytes, Bytes, positions[k]);
    return sum;
}

TESSERA_WIDE std::uint64_t checksum_at(std::byte const* memory, std::span<std::uint64_t const> positions, Index bytes) {
    switch (bytes) {
    case 1:
        return sum_at<1>(memory, positions);
    case 2:
        return sum_at<2>(memory, positions);
    case 4:
        return sum_at<4>(memory, positions);
    default:
        return sum_at<8>(memory, positions);
    }
}

TESSERA_WIDE void number(std::span<std::uint64_t> positions, std::uint64_t first, Index step) {
    for (std::size_t k = 0; k < positions.size(); ++k) positions[k] = first + k * static_cast<std::uint64_t>(step);
}

/// Rows of chunks are short, too short for wide vectors, but lie one behind the other: they are summed up several at a time.
class ShortRows {
  public:
    explicit ShortRows(Index element_bytes) : bytes_(element_bytes) {}

    [[nodiscard]] bool takes(Row const& row) const {
        return row.count <= longest && row.memory_step == bytes_ && (bytes_ == 1 || bytes_ == 2 || bytes_ == 4 || bytes_ == 8);
    }
    /// Of one that it takes.
    void add(Row const& row) {
        bool const goes_on = memory_ + count_ * bytes_ == row.memory && count_ + row.count <= std::ssize(positions_);
        if (!goes_on) sum_up();
        if (count_ == 0) memory_ = row.memory;
        number(std::span(positions_).subspan(as_size(count_), as_size(row.count)), row.position, row.position_step);
        count_ += row.count;
    }
    [[nodiscard]] std::uint64_t sum() {
        sum_up();
        return sum_;
    }

  private:
    static constexpr Index longest = 128; // elements
    static constexpr Index most = 4 * longest;

    void sum_up() {
        sum_ += checksum_at(memory_, std::span(positions_).first(as_size(count_)), bytes_);
        count_ = 0;
    }

    Index bytes_;
    std::byte const* memory_ = nullptr; ///< of the first element that is not summed up yet
    Index count_ = 0;                   ///< how many are not
    std::array<std::uint64_t, most> positions_;
    std::uint64_t sum_ = 0;
};

} // namespace

std::uint64_t element_checksum(LoopNest const& nest, std::byte const* memory, Index element_bytes) {
    std::uint64_t sum = 0;
    ShortRows short_rows(element_bytes);
    nest.for_each_row([&](Index offset, Index position, Segment const& segment) {
        Row const row{memory + offset, static_cast<std::uint64_t>(position), segment.count, segment.from_step, segment.to_step};
        if (short_rows.takes(row))
            short_rows.add(row);
        else
            sum += row_checksum(row, element_bytes);
    });
    return sum + short_rows.sum();
}

} // namespace tessera
