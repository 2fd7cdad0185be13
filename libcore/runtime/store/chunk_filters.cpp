// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the filters that chunks of a file pass through.
#include "libcore/runtime/store/chunk_filters.hpp"

#include "libcore/base/size_text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

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
    KnownCompressor{"blosc-lz4hc", 0, 9, 5}, KnownCompressor{"blosc-zlib", 0, 9, 5}, KnownCompressor{"blosc-blosclz", 0, 9, 5}};

} // namespace

Result<Compressor> parse_compressor(std::string_view text) {
    std::string_view const name = text.substr(0, text.find(':'));
    auto const known = std::ranges::find(compressors, name, &KnownCompressor::name);
    if (known == compressors.end()) {
        std::vector<std::string_view> names;
        for (KnownCompressor const& each : compressors) names.push_back(each.name);
        return fail(fmt::format("'{}' is none of {}", name, fmt::join(names, ", ")));
    }
    Compressor compressor{std::string(name), known->usual};
    if (name.size() == text.size()) return compressor;
    auto const level = parse_number(std::string(text.substr(name.size() + 1)));
    if (!level || *level < known->least || *level > known->most)
        return fail(fmt::format("{} has levels from {} to {}", name, known->least, known->most));
    compressor.level = static_cast<int>(*level);
    return compressor;
}

std::string describe(ChunkFilters const& filters) {
    std::vector<std::string> steps;
    if (filters.shuffle) steps.emplace_back("shuffle");
    if (filters.deflate) steps.push_back(fmt::format("deflate {}", *filters.deflate));
    if (filters.compressor) steps.push_back(fmt::format("{} {}", filters.compressor->name, filters.compressor->level));
    if (filters.fletcher32) steps.emplace_back("fletcher32");
    return steps.empty() ? "none" : fmt::format("{}", fmt::join(steps, ", "));
}

} // namespace tessera
