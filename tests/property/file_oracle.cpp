// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random arrays in files, and the oracle that knows what stands at every place.
#include "tests/property/file_oracle.hpp"

#include "tests/property/set_oracle.hpp"

#include <algorithm>
#include <numeric>

namespace tessera::oracle {

namespace {

StoredShape random_shape(int max_dims) {
    StoredShape shape;
    auto const dims = static_cast<std::size_t>(between(0, max_dims));
    Index const most = dims <= 1 ? 24 : dims == 2 ? 9 : dims == 3 ? 6 : 4;
    bool const one_piece = between(0, 2) == 0;
    for (std::size_t d = 0; d < dims; ++d) {
        shape.extents.push_back(between(0, 30) == 0 ? 0 : between(1, most));
        Index const extent = std::max<Index>(1, shape.extents[d]);
        shape.chunk.push_back(one_piece ? extent : between(1, extent + 1));
        shape.permutation.insert(shape.permutation.begin() + between(0, static_cast<Index>(d)), static_cast<int>(d));
    }
    return shape;
}

/// The index at a place of a chunk: counting in mixed radix, the fastest dimension first.
Extents digits(Index number, Extents const& radix, std::vector<int> const& permutation) {
    Extents digits(radix.size());
    for (int const d : permutation) {
        auto const i = static_cast<std::size_t>(d);
        digits[i] = number % radix[i];
        number /= radix[i];
    }
    return digits;
}

Index product(Extents const& factors) {
    return std::accumulate(factors.begin(), factors.end(), Index{1}, std::multiplies());
}

/// Chunks in random order with random gaps; about a fifth are left out.
std::vector<std::optional<Index>> random_table(Index chunks, Index chunk_bytes) {
    std::vector<std::optional<Index>> table(static_cast<std::size_t>(chunks));
    std::vector<std::size_t> order(table.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    bool const ordered = between(0, 1) == 0;
    for (std::size_t i = 0; !ordered && i < order.size(); ++i)
        std::swap(order[i], order[static_cast<std::size_t>(between(0, static_cast<Index>(i)))]);
    Index byte = between(0, 5);
    for (std::size_t const chunk : order) {
        if (between(0, 4) == 0) continue;
        if (between(0, 2) == 0) byte += between(1, 9);
        table[chunk] = byte;
        byte += chunk_bytes;
    }
    return table;
}

FileSample file(StoredShape const& shape, bool with_table) {
    Extents chunks;
    for (std::size_t d = 0; d < shape.extents.size(); ++d)
        chunks.push_back((shape.extents[d] + shape.chunk[d] - 1) / shape.chunk[d]);
    Index const element = between(1, 4);
    Index const begin = between(0, 9);
    Index const places = product(shape.chunk);
    std::vector<std::optional<Index>> table = random_table(product(chunks), places * element);
    if (!with_table)
        for (std::size_t chunk = 0; chunk < table.size(); ++chunk)
            table[chunk] = begin + static_cast<Index>(chunk) * places * element;
    FileSample sample{with_table ? *FileLayout::make(shape, element, table) : *FileLayout::make(shape, element, begin), {}, {}};
    std::vector<std::pair<Index, Index>> stored; // address, chunk
    for (std::size_t chunk = 0; chunk < table.size(); ++chunk)
        if (table[chunk]) stored.emplace_back(*table[chunk], static_cast<Index>(chunk));
    std::ranges::sort(stored);
    for (auto const& [address, chunk] : stored)
        for (Index place = 0; place < places; ++place) {
            Extents index = digits(place, shape.chunk, shape.permutation);
            Extents const number = digits(chunk, chunks, shape.permutation);
            bool inside = true;
            for (std::size_t d = 0; d < index.size(); ++d) {
                index[d] += number[d] * shape.chunk[d];
                inside = inside && index[d] < shape.extents[d];
            }
            sample.index.push_back(inside ? std::optional(index) : std::nullopt);
            sample.byte.push_back(address + place * element);
        }
    return sample;
}

PeriodicSet random_indices(Index extent) {
    switch (between(0, 5)) {
    case 0:
    case 1:
        return PeriodicSet::interval({0, extent});
    case 2: {
        Index const begin = between(0, extent);
        return PeriodicSet::interval({begin, between(begin, extent)});
    }
    case 3:
        return PeriodicSet::periodic(between(0, 3), between(1, 4), {{0, 1}}, {0, extent});
    default:
        return random_sample().set.clipped({0, extent});
    }
}

} // namespace

FileSample random_file(int max_dims) {
    return file(random_shape(max_dims), between(0, 2) == 0);
}

FileSample random_complete_file(int max_dims) {
    return file(random_shape(max_dims), false);
}

BoxSet random_section(Extents const& extents) {
    std::vector<PeriodicSet> dims;
    for (Index const extent : extents) dims.push_back(random_indices(extent));
    return BoxSet(std::move(dims));
}

std::set<Index> positions_of(FileSample const& file, BoxSet const& section) {
    std::set<Index> positions;
    for (std::size_t p = 0; p < file.index.size(); ++p)
        if (file.index[p] && section.contains(*file.index[p])) positions.insert(static_cast<Index>(p));
    return positions;
}

std::vector<Run> runs_of(FileSample const& file, std::set<Index> const& positions) {
    std::vector<Run> runs;
    auto const byte = [&](Index p) { return file.byte[static_cast<std::size_t>(p)]; };
    for (Index const p : positions) {
        bool const follows = !runs.empty() && runs.back().end == p && byte(p - 1) + file.layout.element_bytes() == byte(p);
        if (follows)
            runs.back().end = p + 1;
        else
            runs.push_back({p, p + 1});
    }
    return runs;
}

} // namespace tessera::oracle
