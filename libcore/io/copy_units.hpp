// SPDX-License-Identifier: BSD-3-Clause
// Tessera: units, the entries in the journal of a copy.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/io/stored_shape.hpp"

namespace tessera {

// A unit is a part of the target, or one of several boxes that a part is cut into. It consists of adjacent whole chunks or, if
// chunks need not be whole, of a piece of one chunk. All units of an array have one shape, laid out from its first element, so
// CopyParts numbers them. A part consists of whole units, and so does every part of a resumed copy with other parts.

/// Limit of the length of a unit in bytes, except for a chunk that must be whole. After a kill, each rank writes at most this much
/// again.
inline constexpr Index most_unit_bytes = Index{1} << 20;

/// Returns the shape of the units of parts with this shape. Units are as long as possible, and cut along the slowest dimensions
/// first.
[[nodiscard]] Extents unit_of_parts(StoredShape const& target, Extents const& part, Index element_bytes,
                                    Index most_bytes = most_unit_bytes);

/// Returns the longest parts within this shape that can be cut into units of at least half of `most_bytes`. A prime number of rows
/// can only be cut into single rows.
[[nodiscard]] Extents parts_of_long_units(StoredShape const& target, Extents const& part, Index element_bytes,
                                          Index most_bytes = most_unit_bytes);

/// Returns, for a contiguous target, the longest parts within this shape that consist of whole stripes: their contiguous pieces in
/// the file are multiples of `stripe` bytes. So no two ranks write to one stripe. Pieces at the end of the file may be shorter.
/// Returns the shape itself if it is shorter than the shortest such part, or if the target is in chunks.
[[nodiscard]] Extents parts_of_whole_stripes(StoredShape const& target, Extents shape, Index element_bytes, Index stripe);

[[nodiscard]] bool consists_of_units(StoredShape const& target, Extents const& part, Extents const& unit);

} // namespace tessera
