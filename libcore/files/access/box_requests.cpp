// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the requests that transfer a box of an array stored in chunks.
#include "libcore/files/access/box_requests.hpp"

#include "libcore/base/combinations.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

namespace {

/// Elements of a line within one chunk of the file and one cell of the box in memory.
struct LinePart {
    Index count = 0;
    Index chunk = 0;
    Index in_chunk = 0; ///< index of its first element within the chunk
    Index memory = 0;   ///< offset of its first element in memory
};

/// Returns how many steps from a place within a cell stay in the cell, including the first.
Index steps_within(Index place, Index step, Index cell) {
    return (step > 0 ? cell - 1 - place : place) / (step > 0 ? step : -step) + 1;
}

std::vector<LinePart> parts_of(BoxLine const& line, Index chunk) {
    std::vector<LinePart> parts;
    for (Index done = 0; done < line.count;) {
        Index const in_file = line.file + done * line.file_step;
        LinePart part{line.count - done, in_file / chunk, in_file % chunk, 0};
        part.count = std::min(part.count, steps_within(part.in_chunk, line.file_step, chunk));
        if (line.to != nullptr) {
            Index const index = line.memory + done * line.memory_step;
            Index const in_cell = (index - line.to->first) % line.to->cell;
            part.memory = line.to->offset(index);
            part.count = std::min(part.count, steps_within(in_cell, line.memory_step, line.to->cell));
        }
        done += part.count;
        parts.push_back(part);
    }
    return parts;
}

} // namespace

void add_requests(RequestQueue& queue, FileStorage const& file, std::vector<BoxLine> const& lines, std::byte* memory,
                  std::function<void(std::vector<RunDim>, std::byte*)> const& missing) {
    StoredShape const& shape = file.shape;
    Extents const strides = strides_in_chunk(shape, file.element_bytes);
    std::vector<std::vector<LinePart>> parts;
    std::vector<Index> counts;
    for (int const dim : shape.permutation) {
        auto const d = as_size(dim);
        parts.push_back(parts_of(lines[d], shape.chunk[d]));
        counts.push_back(std::ssize(parts.back()));
    }
    Extents chunk(lines.size());
    for_each_combination(counts, [&](std::vector<Index> const& at) {
        std::vector<RunDim> dims;
        Index offset = 0;
        std::byte* to = memory;
        for (std::size_t i = 0; i < at.size(); ++i) {
            auto const d = as_size(shape.permutation[i]);
            BoxLine const& line = lines[d];
            LinePart const& part = parts[i][as_size(at[i])];
            chunk[d] = part.chunk;
            offset += part.in_chunk * strides[d];
            to += part.memory;
            dims.push_back({part.count, line.file_step * strides[d], line.to == nullptr ? 0 : line.memory_step * line.to->stride});
        }
        if (auto const address = file.chunks.address(chunk))
            queue.add_box(std::move(dims), file.element_bytes, *address + offset, to);
        else
            missing(std::move(dims), to);
    });
}

} // namespace tessera
