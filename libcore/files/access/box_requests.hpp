// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the requests that transfer a box of an array stored in chunks.
#pragma once

#include "libcore/files/access/box_layout.hpp"
#include "libcore/files/access/chunk_addresses.hpp"
#include "libcore/files/access/request_queue.hpp"
#include "libcore/io/stored_shape.hpp"

#include <functional>
#include <vector>

namespace tessera {

/// One dimension of a box in transfer: a sequence of elements with their indices in the file and in memory.
struct BoxLine {
    Index count = 0;
    Index file = 0; ///< index of the first element in the file's array
    Index file_step = 1;
    Index memory = 0; ///< index of the first element in the box in memory
    Index memory_step = 1;
    BoxDim const* to = nullptr; ///< the box in memory; null: the line has one element, and the box lacks this dimension
};

/// The storage of an array in a file.
struct FileStorage {
    StoredShape const& shape;
    ChunkAddresses& chunks;
    Index element_bytes = 1;
};

/// Adds all elements of a box to the queue. `lines`: one per dimension. `memory`: start of the box in memory. Elements of a
/// chunk that is not stored go to `missing` instead, with their places in memory (RunDim::memory_stride; the file's strides
/// have no meaning).
void add_requests(RequestQueue& queue, FileStorage const& file, std::vector<BoxLine> const& lines, std::byte* memory,
                  std::function<void(std::vector<RunDim> dims, std::byte* memory)> const& missing);

} // namespace tessera
