// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the memory a box of the target is put together in.
#pragma once

#include "libcore/io/copy_parts.hpp"
#include "libcore/runtime/memory/memory_account.hpp"
#include "libcore/runtime/move/copy/axis_moves.hpp"

#include <cstddef>
#include <vector>

namespace tessera {

/// How one dimension of the target lies in the buffer; strides in bytes.
struct PartDim {
    Run range;      ///< the box's indices
    Index cell = 1; ///< neighbours that lie `stride` apart
    Index stride = 0;
    Index cell_stride = 0;

    [[nodiscard]] Index offset(Index index) const {
        Index const within = index - range.begin;
        return within / cell * cell_stride + within % cell * stride;
    }
};

class PartBuffer {
  public:
    /// For parts of the target: chunk by chunk, as they will lie in its file.
    PartBuffer(MemoryAccount& account, StoredShape const& target, CopyParts const& parts, Index element_bytes);
    /// For any boxes of at most `bytes` bytes: gapless, permutation[0] fastest.
    PartBuffer(MemoryAccount& account, Index bytes, std::vector<int> permutation, Index element_bytes);

    /// Says where the elements of that box would lie; its memory is not looked at.
    void place(std::vector<Run> const& box);
    /// Makes it hold that box; its elements are not set yet, and the rest of chunks that reach beyond it is zero.
    void begin(std::vector<Run> const& box);

    [[nodiscard]] std::byte* data() { return memory_.data(); }
    [[nodiscard]] std::byte const* data() const { return memory_.data(); }
    [[nodiscard]] std::vector<PartDim> const& dims() const { return dims_; }
    [[nodiscard]] Index elements() const;
    [[nodiscard]] Index bytes() const { return elements() * element_bytes_; }
    /// Of a whole cell of the box: a chunk, or the part of a chunk.
    [[nodiscard]] Index cell_bytes() const { return cell_bytes_; }

    /// Where index k of dimension d lies.
    [[nodiscard]] AxisSide side(std::size_t d) const;

  private:
    std::vector<int> permutation_;
    Extents cells_; // empty: a box is one cell
    Index element_bytes_;
    AccountedBuffer memory_;
    std::vector<PartDim> dims_;
    Index cell_bytes_ = 0;
};

} // namespace tessera
