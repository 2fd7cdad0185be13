// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the memory a box of the target is put together in.
#pragma once

#include "libcore/io/copy_parts.hpp"
#include "libcore/runtime/access/box_place.hpp"
#include "libcore/runtime/memory/memory_account.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tessera {

class PartBuffer {
  public:
    /// For parts of the target: chunk by chunk, as they will lie in its file.
    PartBuffer(MemoryAccount& account, StoredShape const& target, CopyParts const& parts, Index element_bytes);
    /// For any boxes of at most `bytes` bytes: gapless, permutation[0] fastest.
    PartBuffer(MemoryAccount& account, Index bytes, std::vector<int> permutation, Index element_bytes);

    /// Says where the elements of that box would lie; its memory is not looked at.
    void place(std::vector<Run> const& box) { place_ = BoxPlace(box, permutation_, cell_, element_bytes_); }
    /// Makes it hold that box; its elements are not set yet, and the rest of chunks that reach beyond it is zero.
    void begin(std::vector<Run> const& box);
    /// From now on only this box of what it holds is set or looked at. It lies within the box of begin(), which is undone so.
    void look_at(std::vector<Run> const& box) { place_ = place_.narrowed(box); }

    [[nodiscard]] std::byte* data() { return memory_.data(); }
    [[nodiscard]] std::byte const* data() const { return memory_.data(); }
    /// Where the elements of the box lie, by their indices in the target. A cell is a chunk, or a part of one.
    [[nodiscard]] BoxPlace const& place() const { return place_; }
    [[nodiscard]] std::vector<BoxDim> const& dims() const { return place_.dims(); }
    /// The checksum of its elements, by their places in the target. `extents`: the target's.
    [[nodiscard]] std::uint64_t checksum(Extents const& extents) const;
    /// The same of a box within it.
    [[nodiscard]] std::uint64_t checksum(Extents const& extents, std::vector<Run> const& box) const;
    [[nodiscard]] Index elements() const { return place_.elements(); }
    [[nodiscard]] Index bytes() const { return elements() * element_bytes_; }

  private:
    std::vector<int> permutation_;
    Extents cell_; // empty: a box is one cell
    Index element_bytes_;
    AccountedBuffer memory_;
    BoxPlace place_;
};

} // namespace tessera
