// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the codecs that there are.
#pragma once

#include "libcore/runtime/codec/codec.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tessera {

using CodecPointer = std::shared_ptr<Codec const>;

[[nodiscard]] CodecPointer zlib_codec(int level); ///< 0 to 9, or -1 for its own choice
[[nodiscard]] CodecPointer gzip_codec(int level); ///< the same; reads several members one behind the other
/// -131072 to 22. `checksum`: of the content, at the end of its frame.
[[nodiscard]] CodecPointer zstd_codec(int level, bool checksum = false);
[[nodiscard]] CodecPointer bzip2_codec(int level);      ///< 1 to 9
[[nodiscard]] CodecPointer lz4_codec(int acceleration); ///< numcodecs': the length in 4 bytes, then a block of LZ4

// In the form that HDF5's filters give them:
[[nodiscard]] CodecPointer lz4_blocks_codec();
[[nodiscard]] CodecPointer fletcher32_codec(); ///< Fletcher's checksum in 4 bytes behind the others, the lowest first
[[nodiscard]] CodecPointer lzf_codec();        ///< h5py's; encoding makes nothing shorter

/// The four numbers that HDF5's filter szip is told.
struct SzipSettings {
    int options = 0; ///< bits of szlib.h: nearest neighbour or entropy coding, byte order, ...
    int pixels_per_block = 0;
    int bits_per_pixel = 0;
    int pixels_per_scanline = 0;
};
/// How many bytes there are (4), the lowest first, then a stream of szip (CCSDS 121.0-B). It is left out where it makes nothing
/// shorter.
[[nodiscard]] CodecPointer szip_codec(SzipSettings const& settings);

/// What a Blosc-1 buffer is made with; its header says all of it again, so that reading needs none.
struct BloscSettings {
    std::string compressor = "lz4"; ///< blosclz, lz4, lz4hc, snappy, zlib, zstd
    int level = 5;                  ///< 0 to 9
    int shuffle = 1;                ///< 0: none, 1: bytes, 2: bits
    Index element_bytes = 1;
    Index block_bytes = 0; ///< 0: Blosc's own choice
    friend bool operator==(BloscSettings const&, BloscSettings const&) = default;
};
[[nodiscard]] CodecPointer blosc_codec(BloscSettings const& settings);
/// Can this build of Blosc compress so?
[[nodiscard]] bool blosc_knows(std::string const& compressor);

/// All first bytes of the elements, then all second ones, ...; what does not fill an element stays at the end.
[[nodiscard]] CodecPointer shuffle_codec(Index element_bytes);

/// CRC-32C (Castagnoli): "123456789" has 0xE3069283. `before`: that of the bytes in front.
[[nodiscard]] std::uint32_t crc32c(std::span<std::byte const> bytes, std::uint32_t before = 0);
/// It in 4 bytes behind the others, the lowest first.
[[nodiscard]] CodecPointer crc32c_codec();

/// Numbers of a filter: numpy's kind, 'i', 'u', 'f' or 'b'.
struct NumberType {
    char kind = 'i';
    Index bytes = 8;
    bool big_endian = false;
};
/// The type that numpy writes as `descr`, such as "<i4". Nothing where the filters do not know it.
[[nodiscard]] std::optional<NumberType> number_type(std::string_view descr);

/// A filter of numcodecs, which is decoded only: encode() throws.
struct NumberFilterSettings {
    std::string name; ///< "delta": sums; "fixedscaleoffset": number / scale + offset; "astype" and "bitround": the number
    NumberType plain;
    NumberType encoded;
    double scale = 1;
    double offset = 0;
};
[[nodiscard]] CodecPointer number_filter(NumberFilterSettings const& settings);
/// The same: truth values, eight in a byte.
[[nodiscard]] CodecPointer packbits_filter();

} // namespace tessera
