// SPDX-License-Identifier: BSD-3-Clause
// Tessera: checksums of elements in chunks against the sum of one byte after the other.
#include "libcore/base/arithmetic.hpp"
#include "libcore/runtime/elements/element_checksum.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <rapidcheck.h>
#include <vector>
#define XXH_INLINE_ALL
#include <xxhash.h>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// A box of rows and columns in a matrix of numbered elements, held in chunks one behind the other.
struct Case {
    Index element_bytes = *rc::gen::element<Index>(1, 2, 3, 4, 5, 8, 12, 16, 24);
    Index rows = between(1, 40);
    Index columns = between(1, one_in(2) ? 60 : 1500); // fewer and more than a block of 1024 words
    Index chunk_rows = between(1, rows);
    Index chunk_columns = between(1, columns);
    Index gap = one_in(3) ? between(1, 3) : 0; // elements between chunks
    Index position_step = one_in(4) ? between(2, one_in(2) ? 5 : 3000) : 1;
    Index first_position = between(0, one_in(2) ? 3000 : Index{1} << 40);

    [[nodiscard]] Index chunk() const { return chunk_rows * chunk_columns + gap; }
    [[nodiscard]] Index row_of_chunks() const { return ceil_div(columns, chunk_columns) * chunk(); }
    [[nodiscard]] Index bytes() const { return ceil_div(rows, chunk_rows) * row_of_chunks() * element_bytes; }
    [[nodiscard]] Index place(Index row, Index column) const {
        return (row / chunk_rows * row_of_chunks() + column / chunk_columns * chunk() + row % chunk_rows * chunk_columns +
                column % chunk_columns) *
               element_bytes;
    }
    [[nodiscard]] Index position(Index row, Index column) const {
        return first_position + (row * (columns + 7) + column) * position_step;
    }
    [[nodiscard]] LoopNest nest() const {
        auto const in_memory = [&](Index cell, Index stride, Index cell_stride) {
            return AxisSide::in_cells(0, 1, cell, stride * element_bytes, cell_stride * element_bytes);
        };
        std::vector<LoopDim> const dims{
            {PeriodicSet::interval({0, rows}), in_memory(chunk_rows, chunk_columns, row_of_chunks()),
             AxisSide::affine(0, 1, (columns + 7) * position_step)},
            {PeriodicSet::interval({0, columns}), in_memory(chunk_columns, 1, chunk()), AxisSide::affine(0, 1, position_step)}};
        return {dims, 0, first_position};
    }
};

std::uint64_t key(std::uint64_t number) {
    return XXH3_64bits(&number, sizeof number);
}

/// What the element adds, by the formula of element_checksum.hpp.
std::uint64_t summand(std::byte const* element, Index bytes, Index position) {
    std::uint64_t sum = 0;
    Index const words = ceil_div(bytes, Index{8});
    for (Index word = 0; word < words; ++word) {
        std::uint64_t value = 0;
        for (Index k = std::min(bytes - word * 8, Index{8}) - 1; k >= 0; --k)
            value = value * 256 + static_cast<std::uint64_t>(element[word * 8 + k]);
        auto const number = static_cast<std::uint64_t>(position * words + word);
        std::uint64_t const all = std::uint64_t{1} << 32U;
        std::uint64_t const low = (value % all + key(number % 1024) % all) % all;
        std::uint64_t const high = (value / all + key(number % 1024) / all) % all;
        sum += low * high * (key(1024 + number / 1024) | 1U);
    }
    return sum;
}

std::vector<std::byte> noise(Index bytes) {
    std::vector<std::byte> memory(static_cast<std::size_t>(bytes));
    auto state = static_cast<unsigned>(between(1, 1 << 30));
    for (std::byte& byte : memory) byte = static_cast<std::byte>((state = state * 1664525U + 1013904223U) >> 24U);
    return memory;
}

void every_element_counts_once() {
    Case const c;
    std::vector<std::byte> const memory = noise(c.bytes());
    std::uint64_t expected = 0;
    for (Index row = 0; row < c.rows; ++row)
        for (Index column = 0; column < c.columns; ++column)
            expected += summand(memory.data() + c.place(row, column), c.element_bytes, c.position(row, column));
    RC_ASSERT(element_checksum(c.nest(), memory.data(), c.element_bytes) == expected);
}

/// One bit that turns, or two elements that change places.
void no_change_goes_unseen() {
    Case const c;
    std::vector<std::byte> memory = noise(c.bytes());
    auto const sum = [&] { return element_checksum(c.nest(), memory.data(), c.element_bytes); };
    auto const element = [&](Index row, Index column) { return memory.begin() + c.place(row, column); };
    std::uint64_t const before = sum();
    auto const one = element(between(0, c.rows - 1), between(0, c.columns - 1));
    one[between(0, c.element_bytes - 1)] ^= static_cast<std::byte>(1U << static_cast<unsigned>(between(0, 7)));
    std::uint64_t const turned = sum();
    RC_ASSERT(turned != before);
    auto const other = element(between(0, c.rows - 1), between(0, c.columns - 1));
    if (std::equal(one, one + c.element_bytes, other)) return;
    std::swap_ranges(one, one + c.element_bytes, other);
    RC_ASSERT(sum() != turned);
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=2000");
    return exit_code({rc::check("every element counts once, with its position", every_element_counts_once) &&
                      rc::check("no change goes unseen", no_change_goes_unseen)});
}
