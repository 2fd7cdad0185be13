// SPDX-License-Identifier: BSD-3-Clause
// Tessera: codecs in the formats of HDF5's filters of the same names.
#include "libcore/files/codec/codecs.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <lz4.h>

namespace tessera {

namespace {

/// Writes a number, highest byte first.
template <std::size_t bytes>
void put_number(std::span<std::byte> to, std::uint64_t number) {
    for (std::size_t b = 0; b < bytes; ++b) to[b] = static_cast<std::byte>(number >> (8 * (bytes - 1 - b)) & 0xFFU);
}

template <std::size_t bytes>
std::uint64_t number_of(std::span<std::byte const> from) {
    std::uint64_t number = 0;
    for (std::size_t b = 0; b < bytes; ++b) number = number << 8U | std::to_integer<std::uint64_t>(from[b]);
    return number;
}

/// Filter 32004. Format: total length (8 bytes), block length (4), then each block preceded by its length (4). Blocks that
/// would not become shorter are stored unchanged.
class Lz4Blocks final : public Codec {
  public:
    [[nodiscard]] std::string_view name() const override { return "lz4"; }
    [[nodiscard]] Index most_bytes(Index plain) const override { return plain + plain / 255 + 64; }

    [[nodiscard]] Index encode(std::span<std::byte const> plain, std::span<std::byte> encoded) const override {
        if (plain.size() > LZ4_MAX_INPUT_SIZE) throw std::runtime_error("lz4 takes chunks below 2 GiB");
        put_number<8>(encoded, plain.size());
        put_number<4>(encoded.subspan(8), plain.size()); // one block
        std::span<std::byte> const block = encoded.subspan(first_block + length_bytes);
        int bytes = LZ4_compress_default(reinterpret_cast<char const*>(plain.data()), reinterpret_cast<char*>(block.data()),
                                         static_cast<int>(plain.size()),
                                         narrow<int>(std::min<std::size_t>(block.size(), LZ4_MAX_INPUT_SIZE)));
        if (bytes <= 0 || as_size(bytes) >= plain.size()) {
            std::ranges::copy(plain, block.begin());
            bytes = static_cast<int>(plain.size());
        }
        put_number<4>(encoded.subspan(first_block), static_cast<std::uint64_t>(bytes));
        return bytes + Index{first_block + length_bytes};
    }

    [[nodiscard]] Index decode(std::span<std::byte const> encoded, std::span<std::byte> plain) const override {
        if (encoded.size() < first_block) throw DamagedBytes("lz4 cannot decode it");
        std::uint64_t const whole = number_of<8>(encoded);
        std::uint64_t const longest = number_of<4>(encoded.subspan(8));
        if (whole > plain.size() || (longest == 0 && whole > 0)) throw DamagedBytes("lz4 cannot decode it");
        encoded = encoded.subspan(first_block);
        for (std::uint64_t done = 0; done < whole;) {
            std::size_t const count = std::min(longest, whole - done);
            encoded = encoded.subspan(decode_block(encoded, plain.subspan(done, count)));
            done += count;
        }
        return narrow<Index>(whole);
    }

  private:
    static constexpr std::size_t first_block = 12;
    static constexpr std::size_t length_bytes = 4;

    /// Decodes a block and returns its encoded length, in bytes.
    static std::size_t decode_block(std::span<std::byte const> encoded, std::span<std::byte> plain) {
        std::uint64_t const bytes = encoded.size() < length_bytes ? 0 : number_of<4>(encoded);
        if (bytes == 0 || bytes > encoded.size() - length_bytes || bytes > LZ4_MAX_INPUT_SIZE || plain.size() > LZ4_MAX_INPUT_SIZE)
            throw DamagedBytes("lz4 cannot decode it");
        std::span<std::byte const> const block = encoded.subspan(length_bytes, bytes);
        if (bytes == plain.size()) {
            std::ranges::copy(block, plain.begin());
        } else if (LZ4_decompress_safe(reinterpret_cast<char const*>(block.data()), reinterpret_cast<char*>(plain.data()),
                                       static_cast<int>(bytes), static_cast<int>(plain.size())) != std::ssize(plain)) {
            throw DamagedBytes("lz4 cannot decode it");
        }
        return length_bytes + bytes;
    }
};

/// Returns Fletcher's two sums of 16-bit words, highest byte first, each modulo 65535. The second sum is the upper half.
std::uint32_t fletcher32(std::span<std::byte const> bytes) {
    constexpr std::uint64_t modulus = 0xFFFF;
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    for (std::size_t i = 0; i < bytes.size(); i += 2) {
        std::uint64_t word = std::to_integer<std::uint64_t>(bytes[i]) << 8U;
        if (i + 1 < bytes.size()) word |= std::to_integer<std::uint64_t>(bytes[i + 1]);
        first += word;
        if (first > modulus) first -= modulus; // 0 and 65535 are the same remainder; HDF5 keeps 65535 if not all words are 0
        second += first;
        if (second > modulus) second -= modulus;
    }
    return static_cast<std::uint32_t>(second << 16U | first);
}

class Fletcher32Codec final : public Codec {
  public:
    [[nodiscard]] std::string_view name() const override { return "fletcher32"; }
    [[nodiscard]] Index most_bytes(Index plain) const override { return plain + Index{sum_bytes}; }

    [[nodiscard]] Index encode(std::span<std::byte const> plain, std::span<std::byte> encoded) const override {
        std::ranges::copy(plain, encoded.begin());
        std::uint32_t const sum = fletcher32(plain);
        for (std::size_t b = 0; b < sum_bytes; ++b) encoded[plain.size() + b] = static_cast<std::byte>(sum >> (8 * b) & 0xFFU);
        return std::ssize(plain) + Index{sum_bytes};
    }

    [[nodiscard]] Index decode(std::span<std::byte const> encoded, std::span<std::byte> plain) const override {
        if (encoded.size() < sum_bytes || encoded.size() - sum_bytes > plain.size()) throw DamagedBytes("it has no checksum");
        std::span<std::byte const> const content = encoded.first(encoded.size() - sum_bytes);
        std::uint32_t stored = 0;
        for (std::size_t b = 0; b < sum_bytes; ++b)
            stored |= std::to_integer<std::uint32_t>(encoded[content.size() + b]) << (8 * b);
        if (fletcher32(content) != stored) throw DamagedBytes("its checksum (fletcher32) is another one");
        std::ranges::copy(content, plain.begin());
        return std::ssize(content);
    }

  private:
    static constexpr std::size_t sum_bytes = 4; // lowest byte first
};

/// LZF, filter 32000: literal bytes, and copies of short parts decoded before.
class LzfCodec final : public Codec {
  public:
    [[nodiscard]] std::string_view name() const override { return "lzf"; }
    [[nodiscard]] Index most_bytes(Index plain) const override { return plain + plain / 32 + 8; }

    /// Encodes literal bytes only, which every decoder accepts. Nothing becomes shorter.
    [[nodiscard]] Index encode(std::span<std::byte const> plain, std::span<std::byte> encoded) const override {
        std::size_t to = 0;
        for (std::size_t from = 0; from < plain.size(); from += most_literals) {
            std::size_t const count = std::min<std::size_t>(most_literals, plain.size() - from);
            encoded[to++] = static_cast<std::byte>(count - 1);
            std::ranges::copy(plain.subspan(from, count), encoded.begin() + static_cast<std::ptrdiff_t>(to));
            to += count;
        }
        return narrow<Index>(to);
    }

    [[nodiscard]] Index decode(std::span<std::byte const> encoded, std::span<std::byte> plain) const override {
        std::size_t done = 0;
        std::size_t at = 0;
        auto const next = [&] {
            if (at >= encoded.size()) throw DamagedBytes("lzf cannot decode it");
            return std::to_integer<std::size_t>(encoded[at++]);
        };
        while (at < encoded.size()) {
            std::size_t const control = next();
            bool const literal = control < most_literals;
            std::size_t count = literal ? control + 1 : (control >> 5U) + 2;
            if (!literal && count == 9) count += next();
            std::size_t const back = literal ? 0 : ((control & 0x1FU) << 8U | next()) + 1;
            if (count > plain.size() - done || back > done || (literal && count > encoded.size() - at))
                throw DamagedBytes("lzf cannot decode it");
            for (std::size_t i = 0; i < count; ++i, ++done) plain[done] = literal ? encoded[at + i] : plain[done - back];
            if (literal) at += count;
        }
        return narrow<Index>(done);
    }

  private:
    static constexpr std::size_t most_literals = 32;
};

} // namespace

CodecPointer lz4_blocks_codec() {
    return std::make_shared<Lz4Blocks>();
}

CodecPointer fletcher32_codec() {
    return std::make_shared<Fletcher32Codec>();
}

CodecPointer lzf_codec() {
    return std::make_shared<LzfCodec>();
}

} // namespace tessera
