// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arithmetic on strided elements, block by block in the first-level cache.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/move/copy/copy_kernels.hpp"
#include "libcore/runtime/move/copy/element_update.hpp"

#include <cstddef>
#include <span>

namespace tessera {

/// What a copy does to its elements between the two places: a block is gathered, updated where it lies together, and scattered, so
/// that the loops over strides stay those of plain copies, and those of the arithmetic are straight.
class BlockUpdater {
  public:
    explicit BlockUpdater(ElementArithmetic arithmetic);

    // As CopyKernel and TileKernel (copy_kernels.hpp); a tile has at most 16 rows and 16 columns.
    void run(std::byte const* from, std::byte* to, Segment const& segment) const;
    void run_tile(std::byte const* from, std::byte* to, std::span<OffsetPair const> rows,
                  std::span<OffsetPair const> columns) const;

    [[nodiscard]] Index source_bytes() const { return arithmetic_.source_bytes(); } ///< of an element
    [[nodiscard]] Index target_bytes() const { return arithmetic_.target_bytes(); }

  private:
    void run_block(std::byte const* from, std::byte* to, Segment const& block) const;

    ElementArithmetic arithmetic_;
    TileKernel source_tile_;
    TileKernel target_tile_;
};

} // namespace tessera
