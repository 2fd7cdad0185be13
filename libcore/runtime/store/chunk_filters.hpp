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
#include <vector>

namespace tessera {

/// What makes bytes fewer, by the name that users give it, and how hard it tries.
struct Compressor {
    std::string name;
    int level = 0;
    friend bool operator==(Compressor const&, Compressor const&) = default;
};

/// "zstd", "zstd:7": one of gzip, zstd, bzip2, lz4, blosc (with LZ4 inside), blosc-zstd, blosc-lz4hc, blosc-zlib, blosc-blosclz,
/// szip (by the difference of neighbours) and szip-ec (entropy coding alone), whose level is the number of elements in a block; the
/// level else is the usual one. Error: another name, or a level that it does not have.
[[nodiscard]] Result<Compressor> parse_compressor(std::string_view text);
/// The names that it knows.
[[nodiscard]] std::vector<std::string_view> compressor_names();

/// HDF5's scale-offset: an element becomes its distance from the least of its chunk, in as few bits as the largest takes.
struct ScaleOffset {
    std::optional<int> digits = std::nullopt; ///< floats are rounded to so many decimals; none: integers, which stay what they are
    friend bool operator==(ScaleOffset const&, ScaleOffset const&) = default;
};

/// In this order: elements are given as few bits as their type, or their range, asks for; bytes are shuffled (all first bytes of
/// the elements, then all second ones, ...), then made fewer, in one way, then get a checksum behind them.
struct ChunkFilters {
    bool nbit = false;                                      ///< of HDF5: unused bits of a type are not stored
    std::optional<ScaleOffset> scale_offset = std::nullopt; ///< of HDF5
    bool shuffle = false;
    std::optional<int> deflate = std::nullopt; ///< level 0 to 9
    std::optional<Compressor> compressor = std::nullopt;
    bool fletcher32 = false;  ///< of HDF5
    bool bit_shuffle = false; ///< within blosc, in place of `shuffle`: all first bits of the elements, then all second ones, ...
    friend bool operator==(ChunkFilters const&, ChunkFilters const&) = default;

    [[nodiscard]] bool any() const { return nbit || scale_offset || shuffle || deflate || compressor || fletcher32; }
    [[nodiscard]] bool has_szip() const { return compressor && compressor->name.starts_with("szip"); }
    /// Those that formats other than HDF5 have no words for are taken out; what users call them.
    [[nodiscard]] std::vector<std::string> take_those_of_hdf5();
};

/// "shuffle, deflate 4"; "zstd 3"; "none".
[[nodiscard]] std::string describe(ChunkFilters const& filters);

} // namespace tessera
