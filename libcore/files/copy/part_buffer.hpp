// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the memory that holds one box of the target.
#pragma once

#include "libcore/files/access/box_layout.hpp"
#include "libcore/io/copy_parts.hpp"
#include "libcore/runtime/memory/memory_account.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tessera {

class PartBuffer {
  public:
    /// Holds parts of the target, chunk by chunk, in the order of the target's file.
    PartBuffer(MemoryAccount& account, StoredShape const& target, CopyParts const& parts, Index element_bytes);
    /// Holds any box of at most `bytes` bytes: contiguous, dimension permutation[0] fastest.
    PartBuffer(MemoryAccount& account, Index bytes, std::vector<int> permutation, Index element_bytes);

    /// Sets the places of the elements of that box without accessing the memory.
    void place(std::vector<Run> const& box) { place_ = BoxLayout(box, permutation_, cell_, element_bytes_); }
    /// Makes it hold that box. Elements are not set yet. Chunks that extend beyond the box are zero there.
    void begin(std::vector<Run> const& box);
    /// Restricts reads and writes to this box, which lies within the box of begin(). The next call replaces the restriction.
    void look_at(std::vector<Run> const& box) { place_ = place_.narrowed(box); }

    [[nodiscard]] std::byte* data() { return memory_.data(); }
    [[nodiscard]] std::byte const* data() const { return memory_.data(); }
    /// Places of the box's elements by their indices in the target. A cell is a chunk or a part of one.
    [[nodiscard]] BoxLayout const& place() const { return place_; }
    [[nodiscard]] std::vector<BoxDim> const& dims() const { return place_.dims(); }
    /// Returns the checksum of its elements by their positions in the target. `extents`: the target's.
    [[nodiscard]] std::uint64_t checksum(Extents const& extents) const;
    /// Returns the checksum of a box within it.
    [[nodiscard]] std::uint64_t checksum(Extents const& extents, std::vector<Run> const& box) const;
    [[nodiscard]] Index elements() const { return place_.elements(); }
    [[nodiscard]] Index bytes() const { return elements() * element_bytes_; }

  private:
    std::vector<int> permutation_;
    Extents cell_; // cell extents; empty: a box is one cell
    Index element_bytes_;
    AccountedBuffer memory_;
    BoxLayout place_;
};

} // namespace tessera
