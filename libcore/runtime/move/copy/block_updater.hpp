// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arithmetic on strided elements, in blocks that fit the first-level cache.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/move/copy/copy_kernels.hpp"
#include "libcore/runtime/move/copy/element_update.hpp"

#include <cstddef>
#include <span>

namespace tessera {

/// Updates elements during a copy. Each block is gathered into contiguous memory, updated there, and scattered. So strided
/// loops are those of plain copies, and arithmetic loops are contiguous.
class BlockUpdater {
  public:
    explicit BlockUpdater(ElementArithmetic arithmetic);

    // As CopyKernel and TileKernel (copy_kernels.hpp). A tile has at most 16 rows and 16 columns.
    void run(std::byte const* from, std::byte* to, StridedCopy const& segment) const;
    void run_tile(std::byte const* from, std::byte* to, std::span<OffsetPair const> rows,
                  std::span<OffsetPair const> columns) const;

    /// Returns whether the update needs neither the target's elements nor another type.
    [[nodiscard]] bool works_in_place() const { return !arithmetic_.reads_targets() && !arithmetic_.converts(); }
    /// Updates contiguous elements. Precondition: works_in_place().
    void run_in_place(std::byte* elements, Index bytes) const { arithmetic_.apply(elements, elements, bytes / source_bytes()); }

    [[nodiscard]] Index source_bytes() const { return arithmetic_.source_bytes(); } ///< bytes per element of the source
    [[nodiscard]] Index target_bytes() const { return arithmetic_.target_bytes(); }

  private:
    void run_block(std::byte const* from, std::byte* to, StridedCopy const& block) const;

    ElementArithmetic arithmetic_;
    TileKernel source_tile_;
    TileKernel target_tile_;
};

} // namespace tessera
