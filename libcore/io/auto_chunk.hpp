// SPDX-License-Identifier: BSD-3-Clause
// Tessera: shapes of chunks that suit how an array will be read.
#pragma once

#include "libcore/base/index.hpp"

#include <cstddef>

namespace tessera {

/// How the chunks of an array will be read.
enum class ReadPattern {
    Series, ///< all points of the time axis at one place
    Maps,   ///< all places at one time
    Both,   ///< as many chunks for one as for the other
};

/// A chunk of at most `most` elements (at least 1), in the array's dimensions, each from 1 to the array's extent (1 where that is
/// 0). Series and Maps fill it with what is read together, then with the rest, dimensions nearer to `fastest` first: 0 or the last.
/// No chunk is longer than it must be for as many of them: the last ones are as full as can be.
/// Both: the share of the time axis that is in a chunk equals the share of a map; a map's dimensions are cut alike.
/// Source: R. Rew, Chunking Data: Choosing Shapes (Unidata, 2013), for any number of dimensions.
[[nodiscard]] Extents auto_chunk(Extents const& extents, std::size_t time_dim, bool last_is_fastest, Index most,
                                 ReadPattern pattern);

/// How many chunks one time series and one map meet.
struct ChunksMet {
    Index by_series = 1;
    Index by_map = 1;
};
[[nodiscard]] ChunksMet chunks_met(Extents const& extents, Extents const& chunk, std::size_t time_dim);

} // namespace tessera
