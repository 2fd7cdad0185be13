// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the inner loops every copy ends in, chosen once per plan.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/move/copy/axis_moves.hpp"

#include <cstddef>
#include <span>

namespace tessera {

/// Copies a segment whose offsets, steps and strides are in bytes, relative to the two pointers. Nothing overlaps.
using CopyKernel = void (*)(std::byte const* from, std::byte* to, Segment const& segment, Index element_bytes);

/// The kernel for segments with this count and these steps (in bytes): memcpy for long runs, unrolled copies for short runs and
/// for few strided elements, a strided loop for many; elements of 1, 2, 4, 8 or 16 bytes, and any other size.
[[nodiscard]] CopyKernel choose_kernel(Segment const& segment, Index element_bytes);

/// The byte offsets of some elements of one axis, on both sides.
struct OffsetPair {
    Index from = 0;
    Index to = 0;
};

/// Copies a tile: every (row, column) pair lies at the sum of its offsets on either side. Rows are read, columns are written in
/// neighbouring places: the transposition of what fits into the first-level cache.
using TileKernel = void (*)(std::byte const* from, std::byte* to, std::span<OffsetPair const> rows,
                            std::span<OffsetPair const> columns, Index element_bytes);
[[nodiscard]] TileKernel choose_tile_kernel(Index element_bytes);

/// Elements of one tile side: a cache line of the smaller elements, never more than 16.
[[nodiscard]] Index tile_side(Index element_bytes);

} // namespace tessera
