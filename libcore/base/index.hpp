// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the integer types that all folders share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tessera {

/// Extents, indices, offsets, counts and bytes. Always 64-bit; 0-based inside, half-open ranges.
using Index = std::int64_t;

/// A real MPI rank number (never "node").
using Rank = int;

/// One extent (or index, or stride) per dimension. Dimension 0 is first in every storage order.
using Extents = std::vector<Index>;

/// The largest extent of a dimension. Sums of two indices, and of an index and a period, then always fit 64 bits.
inline constexpr Index max_extent = (Index{1} << 62) - 1;

/// The largest number of dimensions of an array, template or processor arrangement.
inline constexpr int max_dims = 15;
/// The largest number of dimensions of an array in a file that is copied unchanged: the limit of HDF5 and numpy.
inline constexpr int max_file_dims = 32;

/// Converts a dimension, position or count to the standard library's size type: v[as_size(d)]. Precondition: it is not negative.
[[nodiscard]] constexpr std::size_t as_size(Index number) {
    return static_cast<std::size_t>(number);
}

} // namespace tessera
