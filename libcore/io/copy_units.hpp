// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the journal of a copy ticks off.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/io/stored_shape.hpp"

namespace tessera {

// A unit is a part of the target, or one of several boxes that a part is cut into: whole chunks that are neighbours, or, where
// chunks need not be whole, a piece of one. All units of an array have one shape, which is laid from its first element on, so that
// CopyParts numbers them. A part consists of whole ones, and so does every other part that a resumed copy may have.

/// No unit is longer, but where a chunk that has to be whole is: so much of what was written is written again after a kill, by each
/// rank.
inline constexpr Index most_unit_bytes = Index{1} << 20;

/// The shape of the units of parts of this shape: as long as may be, cut along the slowest dimensions first.
[[nodiscard]] Extents unit_of_parts(StoredShape const& target, Extents const& part, Index element_bytes,
                                    Index most_bytes = most_unit_bytes);

/// The longest parts within one of this shape that can be cut into units of half of `most_bytes` or more. A prime number of rows
/// has no units but rows.
[[nodiscard]] Extents parts_of_long_units(StoredShape const& target, Extents const& part, Index element_bytes,
                                          Index most_bytes = most_unit_bytes);

/// Of a target in one piece: the longest parts within one of this shape whose pieces in the file are each a whole number of
/// `stripe` bytes long, but for those at its end, so that no two ranks write to one stripe. The shape itself, where it is shorter
/// than the shortest of these, and where the target is in chunks.
[[nodiscard]] Extents parts_of_whole_stripes(StoredShape const& target, Extents shape, Index element_bytes, Index stripe);

[[nodiscard]] bool consists_of_units(StoredShape const& target, Extents const& part, Extents const& unit);

} // namespace tessera
