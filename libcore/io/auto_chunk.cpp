// SPDX-License-Identifier: BSD-3-Clause
// Tessera: shapes of chunks for a given pattern of reading.
#include "libcore/io/auto_chunk.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tessera {
namespace {

/// Takes as much of this dimension as the remaining elements allow.
void fill_dimension(Extents& chunk, Extents const& extents, std::size_t dim, Index& left) {
    chunk[dim] = std::clamp<Index>(extents[dim], 1, left);
    left /= chunk[dim];
}

/// Takes this share of the dimension, but no more than the remaining elements.
void cut_dimension(Extents& chunk, Extents const& extents, std::size_t dim, double share, Index& left) {
    auto const length = std::max<Index>(extents[dim], 1);
    auto const part = static_cast<Index>(static_cast<double>(length) * std::min(share, 1.0));
    chunk[dim] = std::clamp<Index>(part, 1, std::min(length, left));
    left /= chunk[dim];
}

double points(Extents const& extents, std::vector<std::size_t> const& dims, std::size_t first) {
    double all = 1;
    for (std::size_t i = first; i < dims.size(); ++i) all *= static_cast<double>(std::max<Index>(extents[dims[i]], 1));
    return all;
}

/// Returns the shape before its lengths are reduced.
Extents full_chunk(Extents const& extents, std::size_t time_dim, bool last_is_fastest, Index most, ReadPattern pattern) {
    std::vector<std::size_t> of_map; // fastest first
    for (std::size_t d = 0; d < extents.size(); ++d)
        if (d != time_dim) of_map.push_back(d);
    if (last_is_fastest) std::ranges::reverse(of_map);
    Extents chunk(extents.size(), 1);
    Index left = std::max<Index>(most, 1);
    if (extents.empty()) return chunk;
    if (pattern == ReadPattern::Both) {
        auto const time = static_cast<double>(std::max<Index>(extents[time_dim], 1));
        double const share = static_cast<double>(left) / (time * points(extents, of_map, 0));
        cut_dimension(chunk, extents, time_dim, of_map.empty() ? share : std::sqrt(share), left);
        std::ranges::reverse(of_map); // rounding down leaves more elements for the fastest dimension
        for (std::size_t i = 0; i < of_map.size(); ++i) {
            double const rest = static_cast<double>(left) / points(extents, of_map, i);
            cut_dimension(chunk, extents, of_map[i], std::pow(rest, 1.0 / static_cast<double>(of_map.size() - i)), left);
        }
        return chunk;
    }
    if (pattern == ReadPattern::Series) fill_dimension(chunk, extents, time_dim, left);
    for (std::size_t const dim : of_map) fill_dimension(chunk, extents, dim, left);
    if (pattern == ReadPattern::Maps) fill_dimension(chunk, extents, time_dim, left);
    return chunk;
}

} // namespace

Extents auto_chunk(Extents const& extents, std::size_t time_dim, bool last_is_fastest, Index most, ReadPattern pattern) {
    Extents chunk = full_chunk(extents, time_dim, last_is_fastest, most, pattern);
    for (std::size_t d = 0; d < extents.size(); ++d)
        if (extents[d] > 0) chunk[d] = ceil_div(extents[d], ceil_div(extents[d], chunk[d]));
    return chunk;
}

TouchedChunks touched_chunks(Extents const& extents, Extents const& chunk, std::size_t time_dim) {
    TouchedChunks met;
    for (std::size_t d = 0; d < extents.size(); ++d)
        (d == time_dim ? met.by_series : met.by_map) *= std::max<Index>(ceil_div(extents[d], chunk[d]), 1);
    return met;
}

} // namespace tessera
