// SPDX-License-Identifier: BSD-3-Clause
// Tessera: makers of all codecs.
#pragma once

#include "libcore/files/codec/codec.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tessera {

using CodecPointer = std::shared_ptr<Codec const>;

[[nodiscard]] CodecPointer zlib_codec(int level); ///< level 0 to 9, or -1 for the default
[[nodiscard]] CodecPointer gzip_codec(int level); ///< level as for zlib; decodes several consecutive members
/// level -131072 to 22. `checksum`: adds a checksum of the content at the end of the frame.
[[nodiscard]] CodecPointer zstd_codec(int level, bool checksum = false);
[[nodiscard]] CodecPointer bzip2_codec(int level);      ///< level 1 to 9
[[nodiscard]] CodecPointer lz4_codec(int acceleration); ///< as in numcodecs: 4 bytes of length, then an LZ4 block

// In the format of HDF5's filters:
[[nodiscard]] CodecPointer lz4_blocks_codec();
[[nodiscard]] CodecPointer fletcher32_codec(); ///< appends Fletcher's checksum in 4 bytes, lowest byte first
[[nodiscard]] CodecPointer lzf_codec();        ///< h5py's filter; encoding never shortens the bytes

/// The four parameters of HDF5's filter szip.
struct SzipSettings {
    int options = 0; ///< bits of szlib.h: nearest neighbour or entropy coding, byte order, ...
    int pixels_per_block = 0;
    int bits_per_pixel = 0;
    int pixels_per_scanline = 0;
};
/// Makes a codec that stores the length in 4 bytes, lowest byte first, then a szip stream (CCSDS 121.0-B). It is omitted if it
/// does not shorten the bytes.
[[nodiscard]] CodecPointer szip_codec(SzipSettings const& settings);

/// Parameters of a Blosc 1 buffer. Its header contains all of them, so decoding needs none.
struct BloscSettings {
    std::string compressor = "lz4"; ///< blosclz, lz4, lz4hc, snappy, zlib, zstd
    int level = 5;                  ///< 0 to 9
    int shuffle = 1;                ///< 0: none, 1: bytes, 2: bits
    Index element_bytes = 1;
    Index block_bytes = 0; ///< 0: Blosc's default
    friend bool operator==(BloscSettings const&, BloscSettings const&) = default;
};
[[nodiscard]] CodecPointer blosc_codec(BloscSettings const& settings);
/// Returns whether this build of Blosc has the compressor.
[[nodiscard]] bool blosc_knows(std::string const& compressor);

/// Makes a codec that stores all first bytes of the elements, then all second ones, and so on. Bytes of an incomplete element
/// stay at the end.
[[nodiscard]] CodecPointer shuffle_codec(Index element_bytes);

/// Returns the CRC-32C (Castagnoli); that of "123456789" is 0xE3069283. `before`: the CRC of preceding bytes.
[[nodiscard]] std::uint32_t crc32c(std::span<std::byte const> bytes, std::uint32_t before = 0);
/// Makes a codec that appends the CRC-32C in 4 bytes, lowest byte first.
[[nodiscard]] CodecPointer crc32c_codec();

/// Number type of a filter. The kind is numpy's: 'i', 'u', 'f' or 'b'.
struct NumberType {
    char kind = 'i';
    Index bytes = 8;
    bool big_endian = false;
};
/// Returns the type for numpy's `descr`, such as "<i4". Empty if the filters do not support it.
[[nodiscard]] std::optional<NumberType> number_type(std::string_view descr);

/// Parameters of a numcodecs filter. It only decodes: encode() throws.
struct NumberFilterSettings {
    std::string name; ///< decoding by name: "delta": running sum; "fixedscaleoffset": number / scale + offset; "astype",
                      ///< "bitround": the number itself
    NumberType plain;
    NumberType encoded;
    double scale = 1;
    double offset = 0;
};
[[nodiscard]] CodecPointer number_filter(NumberFilterSettings const& settings);
/// Makes a filter for booleans, eight per byte. It only decodes.
[[nodiscard]] CodecPointer packbits_filter();

} // namespace tessera
