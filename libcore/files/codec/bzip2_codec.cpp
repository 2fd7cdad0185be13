// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the codec of bzip2.
#include "libcore/files/codec/codecs.hpp"

#include <bzlib.h>
#include <fmt/format.h>
#include <limits>

namespace tessera {

namespace {

/// Returns a size as bzip2's 32-bit type. Throws if it does not fit.
unsigned bzip2_size(std::size_t bytes) {
    if (bytes > std::numeric_limits<unsigned>::max()) throw std::runtime_error("bzip2 takes chunks below 4 GiB");
    return static_cast<unsigned>(bytes);
}

/// Removes const: bzip2 does not write to its input.
char* bzip2_input(std::span<std::byte const> bytes) {
    return const_cast<char*>(reinterpret_cast<char const*>(bytes.data()));
}

class Bzip2Codec final : public Codec {
  public:
    explicit Bzip2Codec(int level) : level_(level) {}

    [[nodiscard]] std::string_view name() const override { return "bzip2"; }
    [[nodiscard]] Index most_bytes(Index plain) const override { return plain + plain / 100 + 601; } // bound from bzip2's manual

    [[nodiscard]] Index encode(std::span<std::byte const> plain, std::span<std::byte> encoded) const override {
        unsigned bytes = bzip2_size(encoded.size());
        int const code = BZ2_bzBuffToBuffCompress(reinterpret_cast<char*>(encoded.data()), &bytes, bzip2_input(plain),
                                                  bzip2_size(plain.size()), level_, 0, 0);
        if (code != BZ_OK) throw std::runtime_error(fmt::format("bzip2's error {}", code));
        return bytes;
    }

    [[nodiscard]] Index decode(std::span<std::byte const> encoded, std::span<std::byte> plain) const override {
        unsigned bytes = bzip2_size(plain.size());
        int const code = BZ2_bzBuffToBuffDecompress(reinterpret_cast<char*>(plain.data()), &bytes, bzip2_input(encoded),
                                                    bzip2_size(encoded.size()), 0, 0);
        if (code != BZ_OK) throw DamagedBytes(fmt::format("bzip2 cannot decode it (error {})", code));
        return bytes;
    }

  private:
    int level_;
};

} // namespace

CodecPointer bzip2_codec(int level) {
    return std::make_shared<Bzip2Codec>(level);
}

} // namespace tessera
