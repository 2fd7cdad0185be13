// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the codec of szip in HDF5's format, by libaec.
#include "libcore/files/codec/codecs.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
extern "C" { // szlib.h of libaec 1.0 lacks this
#include <szlib.h>
}

namespace tessera {

namespace {

constexpr std::size_t szip_head = 4; // length of the header: the number of plain bytes, lowest byte first

class SzipCodec final : public Codec {
  public:
    explicit SzipCodec(SzipSettings const& settings)
        : told_{settings.options, settings.bits_per_pixel, settings.pixels_per_block, settings.pixels_per_scanline} {}

    [[nodiscard]] std::string_view name() const override { return "szip"; }

    [[nodiscard]] Index most_bytes(Index plain) const override { return plain; }

    /// libaec reorders the bytes of larger pixels and pads lines to whole blocks.
    [[nodiscard]] Index memory(Index plain) const override { return 5 * plain; }

    [[nodiscard]] Index encode(std::span<std::byte const> plain, std::span<std::byte> encoded) const override {
        if (plain.size() > std::numeric_limits<std::uint32_t>::max()) throw std::runtime_error("szip takes chunks below 4 GiB");
        if (plain.size() <= szip_head) return stays;
        for (std::size_t b = 0; b < szip_head; ++b) encoded[b] = static_cast<std::byte>(plain.size() >> (8 * b) & 0xFFU);
        SZ_com_t told = told_;
        std::size_t bytes = plain.size() - szip_head;
        int const done = SZ_BufftoBuffCompress(encoded.data() + szip_head, &bytes, plain.data(), plain.size(), &told);
        if (done == SZ_OUTBUFF_FULL) return stays;
        if (done != SZ_OK) throw std::runtime_error("szip cannot encode a chunk");
        return static_cast<Index>(bytes + szip_head);
    }

    [[nodiscard]] Index decode(std::span<std::byte const> encoded, std::span<std::byte> plain) const override {
        std::size_t whole = 0;
        for (std::size_t b = 0; b < std::min(szip_head, encoded.size()); ++b)
            whole |= std::to_integer<std::size_t>(encoded[b]) << (8 * b);
        if (encoded.size() < szip_head || whole > plain.size()) throw DamagedBytes("szip cannot decode it");
        SZ_com_t told = told_;
        std::size_t bytes = whole;
        std::span<std::byte const> const stream = encoded.subspan(szip_head);
        if (SZ_BufftoBuffDecompress(plain.data(), &bytes, stream.data(), stream.size(), &told) != SZ_OK || bytes != whole)
            throw DamagedBytes("szip cannot decode it");
        return static_cast<Index>(bytes);
    }

  private:
    SZ_com_t told_;
};

} // namespace

CodecPointer szip_codec(SzipSettings const& settings) {
    return std::make_shared<SzipCodec>(settings);
}

} // namespace tessera
