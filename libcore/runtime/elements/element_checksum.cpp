// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the checksum of an array by the positions of its elements.
#include "libcore/runtime/elements/element_checksum.hpp"

#include "libcore/base/arithmetic.hpp"

#define XXH_INLINE_ALL // what is hashed is short: the call would cost more than the hash
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

// Wide vectors multiply several words at once. The compiler does that by itself where it may use such vectors, so the loop is
// compiled once for each generation of processors and chosen when the program starts. (Sanitizers are not ready then.)
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) &&                           \
    !defined(__SANITIZE_THREAD__)
#define TESSERA_WIDE [[gnu::target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")]]
#else
#define TESSERA_WIDE
#endif

namespace tessera {
namespace {

constexpr std::size_t block_words = 1024;
constexpr Index word_bytes = 8; // the longest

std::uint64_t key(std::uint64_t number) noexcept {
    return XXH3_64bits(&number, sizeof number);
}

/// The keys of a block's words, in halves.
struct Keys {
    std::array<std::uint32_t, block_words> low{};
    std::array<std::uint32_t, block_words> high{};

    Keys() noexcept {
        for (std::size_t k = 0; k < block_words; ++k) {
            low[k] = static_cast<std::uint32_t>(key(k));
            high[k] = static_cast<std::uint32_t>(key(k) >> 32U);
        }
    }
};
Keys const keys;

/// What the sum over the words of a block counts.
std::uint64_t factor(std::uint64_t number) {
    return key(block_words + number) | 1U;
}

template <typename Word>
[[gnu::always_inline]] inline std::uint64_t product(std::byte const* at, std::uint32_t low, std::uint32_t high) {
    Word word = 0;
    std::memcpy(&word, at, sizeof word);
    if constexpr (sizeof word == word_bytes) high += static_cast<std::uint32_t>(word >> 32U);
    low += static_cast<std::uint32_t>(word);
    return std::uint64_t{low} * high;
}

/// Words that lie one behind the other; number `first` and so on of one block.
template <typename Word>
[[gnu::always_inline]] inline std::uint64_t sum_within(std::byte const* memory, std::size_t first, std::size_t count) {
    auto const low = std::span(keys.low).subspan(first, count);
    auto const high = std::span(keys.high).subspan(first, count);
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k < count; ++k) sum += product<Word>(memory + k * sizeof(Word), low[k], high[k]);
    return sum;
}

TESSERA_WIDE std::uint64_t sum_within(std::byte const* memory, std::size_t first, std::size_t count, Index bytes) {
    switch (bytes) {
    case 1:
        return sum_within<std::uint8_t>(memory, first, count);
    case 2:
        return sum_within<std::uint16_t>(memory, first, count);
    case 4:
        return sum_within<std::uint32_t>(memory, first, count);
    default:
        return sum_within<std::uint64_t>(memory, first, count);
    }
}

/// Words one behind the other, in memory and in the array. `bytes`: of each.
std::uint64_t sum_of_words(std::byte const* memory, std::uint64_t number, std::size_t count, Index bytes) {
    std::uint64_t sum = 0;
    while (count > 0) {
        std::size_t const first = number % block_words;
        std::size_t const some = std::min(count, block_words - first);
        sum += sum_within(memory, first, some, bytes) * factor(number / block_words);
        memory += some * as_size(bytes);
        number += some;
        count -= some;
    }
    return sum;
}

struct Row {
    std::byte const* memory;
    std::uint64_t position;
    std::size_t count;
    Index memory_step;   ///< bytes
    Index position_step; ///< elements

    [[nodiscard]] std::byte const* element(std::size_t k) const { return memory + static_cast<Index>(k) * memory_step; }
    [[nodiscard]] std::uint64_t position_of(std::size_t k) const {
        return position + k * static_cast<std::uint64_t>(position_step);
    }
};

/// Elements of one word that do not lie one behind the other. Those of one block share its factor.
template <typename Word>
std::uint64_t sum_scattered(Row const& row) {
    std::uint64_t sum = 0;
    std::uint64_t block = row.position / block_words;
    std::uint64_t within = 0;
    for (std::size_t k = 0; k < row.count; ++k) {
        std::uint64_t const number = row.position_of(k);
        if (number / block_words != block) {
            sum += within * factor(block);
            block = number / block_words;
            within = 0;
        }
        within += product<Word>(row.element(k), keys.low[number % block_words], keys.high[number % block_words]);
    }
    return sum + within * factor(block);
}

/// Elements of several words, or of one that is not a number.
std::uint64_t sum_of_long(Row const& row, Index bytes) {
    std::size_t const whole = as_size(bytes / word_bytes);
    std::size_t const rest = as_size(bytes % word_bytes);
    std::size_t const words = as_size(ceil_div(bytes, word_bytes));
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k < row.count; ++k) {
        std::uint64_t const number = row.position_of(k) * words;
        sum += sum_of_words(row.element(k), number, whole, word_bytes);
        std::array<std::byte, word_bytes> last{};
        std::copy_n(row.element(k) + whole * as_size(word_bytes), rest, last.begin());
        if (rest > 0) sum += sum_of_words(last.data(), number + whole, 1, word_bytes);
    }
    return sum;
}

std::uint64_t sum_of(Row const& row, Index bytes) {
    Index const word = std::min(bytes, word_bytes);
    bool const is_number = word == 1 || word == 2 || word == 4 || bytes % word_bytes == 0;
    auto const words = as_size(bytes / word);
    if (is_number && row.memory_step == bytes && row.position_step == 1)
        return sum_of_words(row.memory, row.position * words, row.count * words, word);
    switch (bytes) {
    case 1:
        return sum_scattered<std::uint8_t>(row);
    case 2:
        return sum_scattered<std::uint16_t>(row);
    case 4:
        return sum_scattered<std::uint32_t>(row);
    case 8:
        return sum_scattered<std::uint64_t>(row);
    default:
        return sum_of_long(row, bytes);
    }
}

} // namespace

std::uint64_t element_checksum(LoopNest const& nest, std::byte const* memory, Index element_bytes) {
    std::uint64_t sum = 0;
    nest.for_each_row([&](Index offset, Index position, Segment const& segment) {
        sum += sum_of(
            {memory + offset, static_cast<std::uint64_t>(position), as_size(segment.count), segment.from_step, segment.to_step},
            element_bytes);
    });
    return sum;
}

} // namespace tessera
