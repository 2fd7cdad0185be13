// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the filters that chunks of a file pass through.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tessera {

/// What makes bytes fewer, by the name that users give it, and how hard it tries.
struct Compressor {
    std::string name;
    int level = 0;
    friend bool operator==(Compressor const&, Compressor const&) = default;
};

/// "zstd", "zstd:7": one of gzip, zstd, bzip2, lz4, blosc (with LZ4 inside), blosc-zstd, blosc-lz4hc, blosc-zlib, blosc-blosclz;
/// the level else is the usual one. Error: another name, or a level that it does not have.
[[nodiscard]] Result<Compressor> parse_compressor(std::string_view text);

/// In this order: bytes are shuffled (all first bytes of the elements, then all second ones, ...), then made fewer, in one way,
/// then get a checksum behind them.
struct ChunkFilters {
    bool shuffle = false;
    std::optional<int> deflate = std::nullopt; ///< level 0 to 9
    std::optional<Compressor> compressor = std::nullopt;
    bool fletcher32 = false; ///< of HDF5
    friend bool operator==(ChunkFilters const&, ChunkFilters const&) = default;

    [[nodiscard]] bool any() const { return shuffle || deflate || compressor || fletcher32; }
};

/// "shuffle, deflate 4"; "zstd 3"; "none".
[[nodiscard]] std::string describe(ChunkFilters const& filters);

} // namespace tessera
