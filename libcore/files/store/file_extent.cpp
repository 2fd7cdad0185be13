// SPDX-License-Identifier: BSD-3-Clause
// Tessera: byte ranges of files that hold elements.
#include "libcore/files/store/file_extent.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/combinations.hpp"
#include "libcore/files/store/stored_array.hpp"

#include <optional>
#include <utility>

namespace tessera {

void add_extent(std::vector<FileExtent>& all, FileExtent next) {
    bool const goes_on = !all.empty() && all.back().file == next.file && all.back().bytes.end == next.bytes.begin;
    if (!goes_on) return all.push_back(std::move(next));
    all.back().bytes.end = next.bytes.end;
}

void for_each_chunk(std::span<Run const> box, Extents const& chunk, std::function<void(Extents const& numbers)> const& with) {
    std::vector<Index> counts;
    for (std::size_t d = 0; d < box.size(); ++d) counts.push_back(ceil_div(box[d].end, chunk[d]) - box[d].begin / chunk[d]);
    Extents numbers(box.size());
    for_each_combination(counts, [&](std::vector<Index> const& at) {
        for (std::size_t d = 0; d < at.size(); ++d) numbers[d] = box[d].begin / chunk[d] + at[d];
        with(numbers);
    });
}

namespace {

/// Returns the range from the first to the last byte of the box in a chunk, relative to the chunk's begin.
Run bytes_in_chunk(StoredShape const& shape, Index element_bytes, std::span<Run const> box, Extents const& numbers) {
    Extents const strides = strides_in_chunk(shape, element_bytes);
    Run bytes{0, element_bytes};
    for (std::size_t d = 0; d < box.size(); ++d) {
        Index const begin = numbers[d] * shape.chunk[d];
        Run const there = intersection(box[d], {begin, begin + shape.chunk[d]});
        bytes.begin += (there.begin - begin) * strides[d];
        bytes.end += (there.end - 1 - begin) * strides[d];
    }
    return bytes;
}

} // namespace

std::vector<FileExtent> stretches_of(StoredFile const& file, Index element_bytes, std::span<Run const> box) {
    if (file.boxes) return file.boxes->stretches(box);
    std::vector<FileExtent> all;
    if (!file.places) return all;
    for_each_chunk(box, file.shape.chunk, [&](Extents const& numbers) {
        auto const begin = file.places->address(numbers);
        if (!begin) return;
        Run const bytes = bytes_in_chunk(file.shape, element_bytes, box, numbers);
        add_extent(all, {file.path, {*begin + bytes.begin, *begin + bytes.end}});
    });
    return all;
}

} // namespace tessera
