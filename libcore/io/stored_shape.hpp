// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the shape in which a file stores an array.
#pragma once

#include "libcore/base/index.hpp"

#include <vector>

namespace tessera {

/// How a file stores an array, as far as a plan needs to know.
struct StoredShape {
    Extents extents;              ///< the array's
    std::vector<int> permutation; ///< dimensions from fastest to slowest in the file
    Extents chunk;                ///< of a chunk, in the array's dimensions; the array's own (at least 1) where it is in one piece
    bool whole_chunks = false;    ///< chunks pass through filters: they are read and written whole
    bool in_stretches = false;    ///< ... and decoded stretch by stretch, of longest_stretch at most
    bool may_be_cut = false;      ///< ... and written in pieces all the same, where no memory holds a whole one

    friend bool operator==(StoredShape const&, StoredShape const&) = default;
};

/// Bytes of a chunk that are decoded at a time, where that can be done without the others; the blocks that its codec makes are no
/// longer. As much as caches hold.
inline constexpr Index longest_stretch = Index{512} << 10;

/// The largest Index stands for all that do not fit 64 bits.
[[nodiscard]] Index chunk_elements(StoredShape const& shape);
/// Bytes between neighbours within a chunk, per dimension.
[[nodiscard]] Extents strides_in_chunk(StoredShape const& shape, Index element_bytes);

} // namespace tessera
