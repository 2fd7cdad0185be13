// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the inner loops of all copies, chosen once per plan.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/move/copy/axis_moves.hpp"

#include <cstddef>
#include <span>

namespace tessera {

/// Copies a segment with offsets, steps and strides in bytes, relative to the two pointers. The sides must not overlap.
using CopyKernel = void (*)(std::byte const* from, std::byte* to, StridedCopy const& segment, Index element_bytes);

/// Returns the kernel for segments with this count and these steps (in bytes). Long runs use memcpy; short runs and few
/// strided elements use unrolled copies; many strided elements use a loop. There are versions for elements of 1, 2, 4, 8 and
/// 16 bytes, and one for any size.
[[nodiscard]] CopyKernel choose_kernel(StridedCopy const& segment, Index element_bytes);

/// Byte offsets of an element of one axis, on both sides.
struct OffsetPair {
    Index from = 0;
    Index to = 0;
};

/// Copies a tile: the offset of each (row, column) pair is the sum of their offsets, on either side. Consecutive rows are
/// close together in the source, consecutive columns in the target. This transposes data that fits the first-level cache.
using TileKernel = void (*)(std::byte const* from, std::byte* to, std::span<OffsetPair const> rows,
                            std::span<OffsetPair const> columns, Index element_bytes);
[[nodiscard]] TileKernel choose_tile_kernel(Index element_bytes);

/// Returns the rows of a tile: as many as elements in a cache line, but at least 8 and at most 16.
[[nodiscard]] Index tile_rows(Index element_bytes);
/// Returns the columns of a tile: as many as elements in two cache lines, in the same bounds. Two lines of the target are written
/// for each page that is looked up (a third faster than one with 3000 columns of doubles).
[[nodiscard]] Index tile_columns(Index element_bytes);

} // namespace tessera
