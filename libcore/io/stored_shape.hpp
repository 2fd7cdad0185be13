// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the shape in which a file stores an array.
#pragma once

#include "libcore/base/index.hpp"

#include <vector>

namespace tessera {

/// The properties of a stored array that a plan needs.
struct StoredShape {
    Extents extents;              ///< extents of the array
    std::vector<int> permutation; ///< dimensions from fastest to slowest in the file
    Extents chunk;                ///< of a chunk, in the array's dimensions; the array's own (at least 1) where it is in one piece
    bool whole_chunks = false;    ///< chunks pass through filters: they are read and written whole
    bool in_runs = false;         ///< ... and decoded stretch by stretch, of longest_run at most
    bool may_be_cut = false;      ///< ... and written in pieces all the same, where no memory holds a whole one

    friend bool operator==(StoredShape const&, StoredShape const&) = default;
};

/// Limit of the bytes of a chunk that are decoded at a time, if they can be decoded separately. The blocks of the codec are not
/// longer. This size fits caches.
inline constexpr Index longest_run = Index{512} << 10;

/// The largest Index stands for all that do not fit 64 bits.
[[nodiscard]] Index chunk_elements(StoredShape const& shape);
/// Returns the bytes between adjacent indices within a chunk, per dimension.
[[nodiscard]] Extents strides_in_chunk(StoredShape const& shape, Index element_bytes);

} // namespace tessera
