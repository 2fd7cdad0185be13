// SPDX-License-Identifier: BSD-3-Clause
// Tessera: checksums of elements in chunks against the hash of one element after the other.
#include "libcore/base/arithmetic.hpp"
#include "libcore/runtime/elements/element_checksum.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/suite/suite.hpp"

#include <rapidcheck.h>
#include <vector>
#define XXH_INLINE_ALL
#include <xxhash.h>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// A box of rows and columns in a matrix of numbered elements, held in chunks one behind the other.
struct Case {
    Index element_bytes = *rc::gen::element<Index>(1, 2, 3, 4, 8, 12, 16);
    Index rows = between(1, 40);
    Index columns = between(1, one_in(2) ? 60 : 400);
    Index chunk_rows = between(1, rows);
    Index chunk_columns = between(1, columns); // rows of chunks, which are shorter and longer than what is summed up at a time
    Index gap = one_in(3) ? between(1, 3) : 0; // elements between chunks
    Index position_step = one_in(4) ? between(2, 5) : 1;
    Index first_position = between(0, 1000);

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

void every_element_counts_once() {
    Case const c;
    std::vector<std::byte> memory(static_cast<std::size_t>(c.bytes()));
    auto state = static_cast<unsigned>(between(1, 1 << 30));
    for (std::byte& byte : memory) byte = static_cast<std::byte>((state = state * 1664525U + 1013904223U) >> 24U);
    std::uint64_t expected = 0;
    for (Index row = 0; row < c.rows; ++row)
        for (Index column = 0; column < c.columns; ++column)
            expected += XXH3_64bits_withSeed(memory.data() + c.place(row, column), static_cast<std::size_t>(c.element_bytes),
                                             static_cast<std::uint64_t>(c.position(row, column)));
    RC_ASSERT(element_checksum(c.nest(), memory.data(), c.element_bytes) == expected);
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=2000");
    return exit_code({rc::check("every element counts once, with its position", every_element_counts_once)});
}
