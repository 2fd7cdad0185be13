// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a checksum of an array that does not depend on its distribution.
#include "libcore/runtime/elements/element_checksum.hpp"

#include "libcore/base/arithmetic.hpp"

#define XXH_INLINE_ALL // the inputs are short: a call would cost more than the hash
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

// Wide vectors multiply several words at once. The compiler vectorizes the loop if it may use such vectors. So the loop is
// compiled once per processor generation, and a version is chosen when the program starts. (Sanitizers are not ready then.)
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) &&                           \
    !defined(__SANITIZE_THREAD__)
#define TESSERA_WIDE [[gnu::target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")]]
#else
#define TESSERA_WIDE
#endif

namespace tessera {
namespace {

constexpr std::size_t block_words = 1024;
constexpr Index word_bytes = 8; // length of the longest word

std::uint64_t key(std::uint64_t number) noexcept {
    return XXH3_64bits(&number, sizeof number);
}

/// The keys of a block's words, as halves.
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

/// Returns the factor B of block `number`.
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

/// Returns the sum over consecutive words, `first`, `first` + 1, ... of one block, without the block's factor.
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

/// The sum over blocks. Words of one block that follow one another share the look-up of its factor, which costs as much as several
/// short rows.
class BlockSums {
  public:
    void add(std::uint64_t block, std::uint64_t products) {
        if (block != block_) close(block);
        within_ += products;
    }
    [[nodiscard]] std::uint64_t value() const { return sum_ + within_ * factor(block_); }

  private:
    void close(std::uint64_t next) {
        sum_ += within_ * factor(block_);
        within_ = 0;
        block_ = next;
    }

    std::uint64_t sum_ = 0;
    std::uint64_t within_ = 0;
    std::uint64_t block_ = 0;
};

/// Fewer are summed up where they are met: the call of what is compiled for wide vectors would cost more.
constexpr std::size_t fewest_for_call = 32;

/// Words one behind the other, in memory and in the array.
template <typename Word>
void add_words(BlockSums& sums, std::byte const* memory, std::uint64_t number, std::size_t count) {
    while (count > 0) {
        std::size_t const first = number % block_words;
        std::size_t const some = std::min(count, block_words - first);
        sums.add(number / block_words,
                 some < fewest_for_call ? sum_within<Word>(memory, first, some) : sum_within(memory, first, some, sizeof(Word)));
        memory += some * sizeof(Word);
        number += some;
        count -= some;
    }
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

/// Elements that are one word each.
template <typename Word>
void add_row(BlockSums& sums, Row const& row) {
    if (row.memory_step == sizeof(Word) && row.position_step == 1)
        return add_words<Word>(sums, row.memory, row.position, row.count);
    for (std::size_t k = 0; k < row.count; ++k) {
        std::uint64_t const number = row.position_of(k);
        std::size_t const within = number % block_words;
        sums.add(number / block_words, product<Word>(row.element(k), keys.low[within], keys.high[within]));
    }
}

/// Elements of several words, or of one that is not a number.
void add_row_of_long(BlockSums& sums, Row const& row, Index bytes) {
    using Word = std::uint64_t;
    std::size_t const whole = as_size(bytes / word_bytes);
    std::size_t const rest = as_size(bytes % word_bytes);
    std::size_t const words = as_size(ceil_div(bytes, word_bytes));
    if (rest == 0 && row.memory_step == bytes && row.position_step == 1)
        return add_words<Word>(sums, row.memory, row.position * words, row.count * words);
    for (std::size_t k = 0; k < row.count; ++k) {
        std::uint64_t const number = row.position_of(k) * words;
        add_words<Word>(sums, row.element(k), number, whole);
        std::array<std::byte, word_bytes> last{};
        std::copy_n(row.element(k) + whole * as_size(word_bytes), rest, last.begin());
        if (rest > 0) add_words<Word>(sums, last.data(), number + whole, 1);
    }
}

/// `add(sums, row)` for every row.
template <typename Add>
std::uint64_t sum_of_rows(LoopNest const& nest, std::byte const* memory, Add const& add) {
    BlockSums sums;
    nest.for_each_row([&](Index offset, Index position, StridedCopy const& segment) {
        add(sums,
            {memory + offset, static_cast<std::uint64_t>(position), as_size(segment.count), segment.from_step, segment.to_step});
    });
    return sums.value();
}

/// Several short rows one behind the other in the array, of elements that are one word each: where cells are narrow, what a row
/// takes besides its elements is most of the work. False: they are not such, and nothing was added.
template <typename Word>
bool add_short_rows(BlockSums& sums, std::byte const* memory, std::uint64_t position, StridedCopy const& rows) {
    std::size_t const first = position % block_words;
    bool const in_line = rows.from_step == sizeof(Word) && rows.to_step == 1 && rows.to_stride == rows.count;
    if (!in_line || rows.repeat < 2 || first + as_size(rows.elements()) > block_words) return false;
    std::uint32_t const* low = keys.low.data() + first;
    std::uint32_t const* high = keys.high.data() + first;
    std::uint64_t products = 0;
    for (Index row = 0; row < rows.repeat; ++row, memory += rows.from_stride)
        for (Index k = 0; k < rows.count; ++k) products += product<Word>(memory + k * rows.from_step, *low++, *high++);
    sums.add(position / block_words, products);
    return true;
}

template <typename Word>
std::uint64_t sum_of_numbers(LoopNest const& nest, std::byte const* memory) {
    BlockSums sums;
    nest.for_each_outer(nest.axes().size() - 1, [&](Index from, Index to) {
        for (Pattern const& pattern : nest.axes().back().patterns)
            for (Index p = 0; p < pattern.repeat; ++p)
                for (StridedCopy const& s : pattern.segments) {
                    std::byte const* const at = memory + from + p * pattern.from_stride + s.from;
                    auto const position = static_cast<std::uint64_t>(to + p * pattern.to_stride + s.to);
                    if (add_short_rows<Word>(sums, at, position, s)) continue;
                    for (Index r = 0; r < s.repeat; ++r)
                        add_row<Word>(sums, {at + r * s.from_stride, position + static_cast<std::uint64_t>(r * s.to_stride),
                                             as_size(s.count), s.from_step, s.to_step});
                }
    });
    return sums.value();
}

} // namespace

std::uint64_t element_checksum(LoopNest const& nest, std::byte const* memory, Index element_bytes) {
    switch (element_bytes) {
    case 1:
        return sum_of_numbers<std::uint8_t>(nest, memory);
    case 2:
        return sum_of_numbers<std::uint16_t>(nest, memory);
    case 4:
        return sum_of_numbers<std::uint32_t>(nest, memory);
    case 8:
        return sum_of_numbers<std::uint64_t>(nest, memory);
    default:
        return sum_of_rows(nest, memory, [=](BlockSums& sums, Row const& row) { add_row_of_long(sums, row, element_bytes); });
    }
}

} // namespace tessera
