// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the memory layout of a section's elements, and copies between memory, pieces of a file and messages.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/io/file_section.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/runtime/move/copy/axis_moves.hpp"
#include "libcore/sets/box_set.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tessera {

/// Returns the box as a section.
[[nodiscard]] BoxSet section_of(std::span<Run const> box);

/// A rule for the address of elements. The element with index (i0, i1, ...) of the file's array is `base` + the sum of its
/// sides' offsets after a pointer, in bytes.
struct ElementLocation {
    std::vector<AxisSide> sides; ///< one per dimension
    Index base = 0;

    /// Returns the places in a rank's allocation of a distributed array. All used elements must be owned.
    [[nodiscard]] static ElementLocation in(LocalLayout const& layout, Index element_bytes);
    /// Returns the places in a contiguous box that holds exactly the section, permutation[0] fastest.
    [[nodiscard]] static ElementLocation packed(BoxSet const& section, std::span<int const> permutation, Index element_bytes);
    /// Returns the number of each element of an array in C order instead of an address.
    [[nodiscard]] static ElementLocation numbers(Extents const& extents);
};

/// One side of a copy of some elements of a section.
class ElementCopySide {
  public:
    /// A piece of the file in a buffer. The buffer's first byte is that of position `first_position`.
    [[nodiscard]] static ElementCopySide piece(FileLayout const& layout, Index first_position);
    /// A message, in an order that sender and receiver derive alike.
    [[nodiscard]] static ElementCopySide message(FileLayout const& layout);
    /// Memory. `place` must outlive the result.
    [[nodiscard]] static ElementCopySide memory(ElementLocation const& place);

    /// Returns the places of a box of the section. `before`: number of elements in the boxes before it.
    [[nodiscard]] ElementLocation place_of(BoxSet const& box, Index slot, Index before) const;

  private:
    enum class Kind { Piece, Message, Memory };
    explicit ElementCopySide(Kind kind) : kind_(kind) {}
    [[nodiscard]] ElementLocation in_piece(Index slot) const;

    Kind kind_;
    FileLayout const* layout_ = nullptr;
    Index first_position_ = 0;
    ElementLocation const* place_ = nullptr;
};

/// Copies the elements of a box. `from` and `to` are their places relative to `source` and `target`.
void copy_box(BoxSet const& box, Index element_bytes, ElementLocation const& from, std::byte const* source,
              ElementLocation const& to, std::byte* target);

/// Returns the sum of the elements' checksums (element_checksum.hpp), each at its number.
[[nodiscard]] std::uint64_t checksum_of(BoxSet const& box, Index element_bytes, ElementLocation const& from,
                                        std::byte const* memory, ElementLocation const& numbers);

/// Copies the elements of `section` within a run of positions from one end to the other.
void copy_elements(FileSection const& section, Run positions, ElementCopySide const& from, std::byte const* source,
                   ElementCopySide const& to, std::byte* target);

/// Elements `step` bytes apart in memory, starting at `offset`.
struct MemoryLine {
    Index offset = 0;
    Index step = 0;
    Index count = 0;
};

/// Returns the first elements of a run of positions, as many as have a constant step in memory. All positions of the run are
/// wanted.
[[nodiscard]] MemoryLine first_line(FileLayout const& layout, Run positions, ElementLocation const& place);

} // namespace tessera
