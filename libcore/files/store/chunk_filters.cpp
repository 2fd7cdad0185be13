// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the filters of chunks.
#include "libcore/files/store/chunk_filters.hpp"

#include "libcore/base/size_text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace tessera {

namespace {

struct KnownCompressor {
    std::string_view name;
    int least;
    int most;
    int usual;
};
constexpr std::array compressors{
    KnownCompressor{"gzip", 0, 9, 5},        KnownCompressor{"zstd", 1, 22, 3},      KnownCompressor{"bzip2", 1, 9, 9},
    KnownCompressor{"lz4", 1, 100, 1},       KnownCompressor{"blosc", 0, 9, 5},      KnownCompressor{"blosc-zstd", 0, 9, 5},
    KnownCompressor{"blosc-lz4hc", 0, 9, 5}, KnownCompressor{"blosc-zlib", 0, 9, 5}, KnownCompressor{"blosc-blosclz", 0, 9, 5},
    KnownCompressor{"szip", 2, 32, 16},      KnownCompressor{"szip-ec", 2, 32, 16}};

} // namespace

Result<Compressor> parse_compressor(std::string_view text) {
    std::string_view const name = text.substr(0, text.find(':'));
    auto const known = std::ranges::find(compressors, name, &KnownCompressor::name);
    if (known == compressors.end()) return fail(fmt::format("'{}' is none of {}", name, fmt::join(compressor_names(), ", ")));
    Compressor compressor{std::string(name), known->usual};
    if (name.size() == text.size()) return compressor;
    auto const level = parse_number(std::string(text.substr(name.size() + 1)));
    if (!level || *level < known->least || *level > known->most)
        return fail(fmt::format("{} has levels from {} to {}", name, known->least, known->most));
    compressor.level = static_cast<int>(*level);
    if (name.starts_with("szip") && compressor.level % 2 != 0)
        return fail(fmt::format("{} has blocks of an even number of elements", name));
    return compressor;
}

std::vector<std::string_view> compressor_names() {
    std::vector<std::string_view> names;
    for (KnownCompressor const& each : compressors) names.push_back(each.name);
    return names;
}

std::vector<std::string> names_of(ChunkFilters const& filters) {
    std::vector<std::string> steps;
    if (filters.nbit) steps.emplace_back("nbit");
    if (filters.scale_offset && filters.scale_offset->digits)
        steps.push_back(fmt::format("scale-offset {}", *filters.scale_offset->digits));
    else if (filters.scale_offset)
        steps.emplace_back("scale-offset");
    if (filters.shuffle) steps.emplace_back("shuffle");
    if (filters.bit_shuffle) steps.emplace_back("bit shuffle");
    if (filters.deflate) steps.push_back(fmt::format("deflate {}", *filters.deflate));
    if (filters.compressor) steps.push_back(fmt::format("{} {}", filters.compressor->name, filters.compressor->level));
    if (filters.fletcher32) steps.emplace_back("fletcher32");
    if (filters.crc32c) steps.emplace_back("crc32c");
    return steps;
}

std::vector<std::string> ChunkFilters::take_those_of_hdf5() {
    ChunkFilters taken;
    taken.nbit = std::exchange(nbit, false);
    taken.scale_offset = std::exchange(scale_offset, std::nullopt);
    if (has_szip()) taken.compressor = std::exchange(compressor, std::nullopt);
    taken.fletcher32 = std::exchange(fletcher32, false);
    return names_of(taken);
}

std::string describe(ChunkFilters const& filters) {
    std::vector<std::string> const steps = names_of(filters);
    return steps.empty() ? "none" : fmt::format("{}", fmt::join(steps, ", "));
}

} // namespace tessera
