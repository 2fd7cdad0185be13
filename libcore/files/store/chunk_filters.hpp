// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the filters of chunks.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// A compression method, by its user-visible name, with its level.
struct Compressor {
    std::string name;
    int level = 0;
    friend bool operator==(Compressor const&, Compressor const&) = default;
};

/// Parses "zstd" or "zstd:7". Names: gzip, zstd, bzip2, lz4, blosc (LZ4 inside), blosc-zstd, blosc-lz4hc, blosc-zlib,
/// blosc-blosclz, szip (nearest neighbour), szip-ec (entropy coding). For szip and szip-ec the level is the number of elements in a
/// block. Without a level the method's usual one is used. Error: unknown name or level.
[[nodiscard]] Result<Compressor> parse_compressor(std::string_view text);
/// The names that parse_compressor() knows.
[[nodiscard]] std::vector<std::string_view> compressor_names();

/// HDF5's scale-offset filter: stores each element as its distance from the smallest of the chunk, with the bits that the largest
/// distance needs.
struct ScaleOffset {
    std::optional<int> digits = std::nullopt; ///< decimals to which floats are rounded; none: integers, stored exactly
    friend bool operator==(ScaleOffset const&, ScaleOffset const&) = default;
};

/// The filters of a chunk, in this order: reduce bits per element (n-bit, scale-offset); shuffle bytes (all first bytes of the
/// elements, then all second bytes, ...); compress with one method; append a checksum.
struct ChunkFilters {
    bool nbit = false;                                      ///< HDF5 only: unused bits of a type are not stored
    std::optional<ScaleOffset> scale_offset = std::nullopt; ///< HDF5 only
    bool shuffle = false;
    std::optional<int> deflate = std::nullopt; ///< level 0 to 9
    std::optional<Compressor> compressor = std::nullopt;
    bool fletcher32 = false;  ///< HDF5 only
    bool crc32c = false;      ///< version 3 of Zarr only
    bool bit_shuffle = false; ///< inside blosc, instead of `shuffle`: all first bits of the elements, then all second bits, ...
    friend bool operator==(ChunkFilters const&, ChunkFilters const&) = default;

    [[nodiscard]] bool any() const { return nbit || scale_offset || shuffle || deflate || compressor || fletcher32 || crc32c; }
    [[nodiscard]] bool has_szip() const { return compressor && compressor->name.starts_with("szip"); }
    /// Removes the filters that only HDF5 has, and returns their user-visible names.
    [[nodiscard]] std::vector<std::string> take_those_of_hdf5();
};

/// Returns the filters in order: "shuffle", "deflate 4".
[[nodiscard]] std::vector<std::string> names_of(ChunkFilters const& filters);
/// "shuffle, deflate 4"; "zstd 3"; "none".
[[nodiscard]] std::string describe(ChunkFilters const& filters);

} // namespace tessera
