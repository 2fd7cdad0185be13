// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the codec of Zstandard.
#include "libcore/files/codec/codecs.hpp"

#include "libcore/runtime/mpi/narrow.hpp"

#include <fmt/format.h>
#include <zstd.h>

namespace tessera {

namespace {

class ZstdCodec final : public Codec {
  public:
    ZstdCodec(int level, bool checksum) : level_(level), checksum_(checksum) {}

    [[nodiscard]] std::string_view name() const override { return "zstd"; }
    [[nodiscard]] Index most_bytes(Index plain) const override { return narrow<Index>(ZSTD_compressBound(as_size(plain))); }

    /// Compresses in one call, so that the frame contains its content's length; other readers need it.
    [[nodiscard]] Index encode(std::span<std::byte const> plain, std::span<std::byte> encoded) const override {
        std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> const context(ZSTD_createCCtx(), ZSTD_freeCCtx);
        ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level_);
        ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, checksum_ ? 1 : 0);
        std::size_t const bytes = ZSTD_compress2(context.get(), encoded.data(), encoded.size(), plain.data(), plain.size());
        if (ZSTD_isError(bytes) != 0) throw std::runtime_error(fmt::format("zstd: {}", ZSTD_getErrorName(bytes)));
        return narrow<Index>(bytes);
    }

    [[nodiscard]] Index decode(std::span<std::byte const> encoded, std::span<std::byte> plain) const override {
        std::size_t const bytes = ZSTD_decompress(plain.data(), plain.size(), encoded.data(), encoded.size());
        if (ZSTD_isError(bytes) != 0) throw DamagedBytes(fmt::format("zstd cannot decode it ({})", ZSTD_getErrorName(bytes)));
        return narrow<Index>(bytes);
    }

  private:
    int level_;
    bool checksum_;
};

} // namespace

CodecPointer zstd_codec(int level, bool checksum) {
    return std::make_shared<ZstdCodec>(level, checksum);
}

} // namespace tessera
