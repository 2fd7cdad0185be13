// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the filters chunks of HDF5 files pass through.
#include "libcore/runtime/store/chunk_filters.hpp"

#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <zlib.h>

namespace tessera {

namespace {

void shuffle(std::span<std::byte const> chunk, std::size_t element_bytes, std::byte* to) {
    for (std::size_t byte = 0; byte < element_bytes; ++byte)
        for (std::size_t at = byte; at < chunk.size(); at += element_bytes) *to++ = chunk[at];
}

} // namespace

std::string describe(ChunkFilters const& filters) {
    std::string const deflate = filters.deflate ? fmt::format("deflate {}", *filters.deflate) : "";
    if (filters.shuffle) return filters.deflate ? "shuffle, " + deflate : "shuffle";
    return filters.deflate ? deflate : "none";
}

Index encode(ChunkFilters const& filters, std::span<std::byte const> chunk, Index element_bytes, std::span<std::byte> scratch,
             std::span<std::byte> encoded) {
    if (filters.shuffle && element_bytes > 1) {
        shuffle(chunk, static_cast<std::size_t>(element_bytes), scratch.data());
        chunk = scratch.first(chunk.size());
    }
    if (!filters.deflate) {
        std::ranges::copy(chunk, encoded.begin());
        return std::ssize(chunk);
    }
    auto bytes = static_cast<uLongf>(encoded.size());
    int const done = compress2(reinterpret_cast<Bytef*>(encoded.data()), &bytes, reinterpret_cast<Bytef const*>(chunk.data()),
                               static_cast<uLong>(chunk.size()), *filters.deflate);
    if (done != Z_OK) throw std::runtime_error(fmt::format("deflating a chunk: zlib's error {}", done));
    return narrow<Index>(bytes);
}

} // namespace tessera
