// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where the elements of a section lie in memory, and copies between memory, pieces of a file and messages.
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

/// The box as a section.
[[nodiscard]] BoxSet section_of(std::span<Run const> box);

/// The element with index (i0, i1, ...) of the file's array lies `base` + the sum of its sides' offsets behind a pointer; in bytes.
struct ElementPlace {
    std::vector<AxisSide> sides; ///< one per dimension
    Index base = 0;

    /// In a rank's allocation of a distributed array; the section must be owned.
    [[nodiscard]] static ElementPlace in(LocalLayout const& layout, Index element_bytes);
    /// In a gapless box that holds nothing but the section, permutation[0] fastest.
    [[nodiscard]] static ElementPlace packed(BoxSet const& section, std::span<int const> permutation, Index element_bytes);
    /// No memory: the number of each element of an array in C order.
    [[nodiscard]] static ElementPlace numbers(Extents const& extents);
};

/// One side of a copy of some elements of a section.
class CopyEnd {
  public:
    /// What was read from the file in one piece, the first byte that of this position.
    [[nodiscard]] static CopyEnd piece(FileLayout const& layout, Index first_position);
    /// What travels in a message, in an order that sender and receiver find by themselves.
    [[nodiscard]] static CopyEnd message(FileLayout const& layout);
    /// `place` must outlive it.
    [[nodiscard]] static CopyEnd memory(ElementPlace const& place);

    /// Where a box of the section lies. `before`: elements of the boxes in front of it.
    [[nodiscard]] ElementPlace place_of(BoxSet const& box, Index slot, Index before) const;

  private:
    enum class Kind { Piece, Message, Memory };
    explicit CopyEnd(Kind kind) : kind_(kind) {}
    [[nodiscard]] ElementPlace in_piece(Index slot) const;

    Kind kind_;
    FileLayout const* layout_ = nullptr;
    Index first_position_ = 0;
    ElementPlace const* place_ = nullptr;
};

/// Copies the elements of a box from where they lie behind one pointer to where they belong behind another.
void copy_box(BoxSet const& box, Index element_bytes, ElementPlace const& from, std::byte const* source, ElementPlace const& to,
              std::byte* target);

/// The sum of the elements' checksums (element_checksum.hpp), each with its number.
[[nodiscard]] std::uint64_t checksum_of(BoxSet const& box, Index element_bytes, ElementPlace const& from, std::byte const* memory,
                                        ElementPlace const& numbers);

/// Copies the elements of `section` within a run of positions from one end to the other.
void copy_elements(FileSection const& section, Run positions, CopyEnd const& from, std::byte const* source, CopyEnd const& to,
                   std::byte* target);

/// Elements that lie `step` bytes apart in memory, from `offset` on.
struct MemoryLine {
    Index offset = 0;
    Index step = 0;
    Index count = 0;
};

/// The first elements of a run of positions that is wanted whole, as far as they lie in memory at one step.
[[nodiscard]] MemoryLine first_line(FileLayout const& layout, Run positions, ElementPlace const& place);

} // namespace tessera
