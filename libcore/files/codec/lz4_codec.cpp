// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the codec of LZ4 in numcodecs' format.
#include "libcore/files/codec/codecs.hpp"

#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <array>
#include <lz4.h>

namespace tessera {

namespace {

constexpr std::size_t length_bytes = 4; // of the length before the block, lowest byte first

class Lz4Codec final : public Codec {
  public:
    explicit Lz4Codec(int acceleration) : acceleration_(acceleration) {}

    [[nodiscard]] std::string_view name() const override { return "lz4"; }
    [[nodiscard]] Index most_bytes(Index plain) const override { return plain + plain / 255 + 16 + std::ssize(header(0)); }

    [[nodiscard]] Index encode(std::span<std::byte const> plain, std::span<std::byte> encoded) const override {
        if (plain.size() > LZ4_MAX_INPUT_SIZE) throw std::runtime_error("lz4 takes chunks below 2 GiB");
        auto const length = header(plain.size());
        std::ranges::copy(length, encoded.begin());
        std::span<std::byte> const rest = encoded.subspan(length_bytes);
        int const bytes = LZ4_compress_fast(reinterpret_cast<char const*>(plain.data()), reinterpret_cast<char*>(rest.data()),
                                            static_cast<int>(plain.size()), narrow<int>(rest.size()), acceleration_);
        if (bytes <= 0) throw std::runtime_error("lz4 cannot encode a chunk");
        return bytes + std::ssize(length);
    }

    [[nodiscard]] Index decode(std::span<std::byte const> encoded, std::span<std::byte> plain) const override {
        if (encoded.size() < length_bytes || encoded.size() > LZ4_MAX_INPUT_SIZE || plain.size() > LZ4_MAX_INPUT_SIZE)
            throw DamagedBytes("lz4 cannot decode it");
        std::span<std::byte const> const block = encoded.subspan(length_bytes);
        int const bytes = LZ4_decompress_safe(reinterpret_cast<char const*>(block.data()), reinterpret_cast<char*>(plain.data()),
                                              static_cast<int>(block.size()), static_cast<int>(plain.size()));
        if (bytes < 0) throw DamagedBytes("lz4 cannot decode it");
        return bytes;
    }

  private:
    [[nodiscard]] static std::array<std::byte, length_bytes> header(std::size_t length) {
        std::array<std::byte, length_bytes> bytes{};
        for (std::size_t b = 0; b < length_bytes; ++b) bytes[b] = static_cast<std::byte>(length >> (8 * b) & 0xFFU);
        return bytes;
    }

    int acceleration_;
};

} // namespace

CodecPointer lz4_codec(int acceleration) {
    return std::make_shared<Lz4Codec>(acceleration);
}

} // namespace tessera
