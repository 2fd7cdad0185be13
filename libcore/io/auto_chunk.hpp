// SPDX-License-Identifier: BSD-3-Clause
// Tessera: shapes of chunks for a given pattern of reading.
#pragma once

#include "libcore/base/index.hpp"

#include <cstddef>

namespace tessera {

/// The pattern in which the chunks of an array are read.
enum class ReadPattern {
    Series, ///< all points of the time axis at one location
    Maps,   ///< all locations at one time
    Both,   ///< equally many chunks for a series and for a map
};

/// Returns the shape of a chunk of at most `most` elements (at least 1), in the array's dimensions. Each length is from 1 to the
/// array's extent (1 if that is 0). Series and Maps fill the chunk first with the elements that are read together, then with the
/// others, beginning with the fastest dimension. Lengths are reduced to the shortest that give the same number of chunks, so that
/// the last chunks are as full as possible. Both: a chunk has equal shares of the time axis and of a map; a map's dimensions have
/// equal shares. Source: R. Rew, Chunking Data: Choosing Shapes (Unidata, 2013), extended to any number of dimensions.
[[nodiscard]] Extents auto_chunk(Extents const& extents, std::size_t time_dim, bool last_is_fastest, Index most,
                                 ReadPattern pattern);

/// The numbers of chunks that one time series and one map touch.
struct TouchedChunks {
    Index by_series = 1;
    Index by_map = 1;
};
[[nodiscard]] TouchedChunks touched_chunks(Extents const& extents, Extents const& chunk, std::size_t time_dim);

} // namespace tessera
