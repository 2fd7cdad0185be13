// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the requests for a box of an array that lies in the chunks of a file.
#pragma once

#include "libcore/io/stored_shape.hpp"
#include "libcore/runtime/access/box_place.hpp"
#include "libcore/runtime/access/chunk_places.hpp"
#include "libcore/runtime/access/request_queue.hpp"

#include <functional>
#include <vector>

namespace tessera {

/// One dimension of a box on its way between a file and memory: its elements, one after the other, on both sides.
struct BoxLine {
    Index count = 0;
    Index file = 0; ///< the first one's index in the file's array, and from each to the next
    Index file_step = 1;
    Index memory = 0; ///< the same in a box in memory
    Index memory_step = 1;
    BoxDim const* to = nullptr; ///< that box; null: the line has one element, which the box does not know
};

/// How a file stores an array.
struct FilePlaces {
    StoredShape const& shape;
    ChunkPlaces& chunks;
    Index element_bytes = 1;
};

/// Gives the queue all elements of a box: one line per dimension, and `memory` where the box in memory begins. Elements whose
/// chunk is not stored are given to `missing` in their stead: where they lie (RunDim::memory_stride, no matter the file).
void add_requests(RequestQueue& queue, FilePlaces const& file, std::vector<BoxLine> const& lines, std::byte* memory,
                  std::function<void(std::vector<RunDim> dims, std::byte* memory)> const& missing);

} // namespace tessera
