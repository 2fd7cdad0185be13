// SPDX-License-Identifier: BSD-3-Clause
// Tessera: codecs that reorder bytes or add a checksum to them.
#include "libcore/files/codec/codecs.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <isa-l/crc.h>
#include <type_traits>

namespace tessera {

namespace {

/// Calls `work` with the size of an element. Common sizes are constants, so that the compiler can vectorize the loops.
template <class Work>
void with_size(std::size_t bytes, Work const& work) {
    switch (bytes) {
    case 2:
        return work(std::integral_constant<std::size_t, 2>());
    case 4:
        return work(std::integral_constant<std::size_t, 4>());
    case 8:
        return work(std::integral_constant<std::size_t, 8>());
    default:
        return work(bytes);
    }
}

void sort_bytes(auto bytes, std::size_t count, std::byte const* __restrict plain, std::byte* __restrict sorted) {
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t b = 0; b < bytes; ++b) sorted[b * count + i] = plain[i * bytes + b];
}

void gather_bytes(auto bytes, std::size_t count, std::byte const* __restrict sorted, std::byte* __restrict plain) {
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t b = 0; b < bytes; ++b) plain[i * bytes + b] = sorted[b * count + i];
}

class ShuffleCodec final : public Codec {
  public:
    explicit ShuffleCodec(Index element_bytes) : bytes_(as_size(element_bytes)) {}

    [[nodiscard]] std::string_view name() const override { return "shuffle"; }
    [[nodiscard]] Index most_bytes(Index plain) const override { return plain; }

    [[nodiscard]] Index encode(std::span<std::byte const> plain, std::span<std::byte> encoded) const override {
        std::size_t const count = plain.size() / bytes_;
        with_size(bytes_, [&](auto bytes) { sort_bytes(bytes, count, plain.data(), encoded.data()); });
        copy_rest(plain, encoded, count);
        return std::ssize(plain);
    }

    [[nodiscard]] Index decode(std::span<std::byte const> encoded, std::span<std::byte> plain) const override {
        if (encoded.size() > plain.size()) throw DamagedBytes(fmt::format("it has {} bytes, not {}", encoded.size(), plain.size()));
        std::size_t const count = encoded.size() / bytes_;
        with_size(bytes_, [&](auto bytes) { gather_bytes(bytes, count, encoded.data(), plain.data()); });
        copy_rest(encoded, plain, count);
        return std::ssize(encoded);
    }

  private:
    void copy_rest(std::span<std::byte const> from, std::span<std::byte> to, std::size_t count) const {
        std::ranges::copy(from.subspan(count * bytes_), to.begin() + static_cast<std::ptrdiff_t>(count * bytes_));
    }

    std::size_t bytes_;
};

class Crc32cCodec final : public Codec {
  public:
    [[nodiscard]] std::string_view name() const override { return "crc32c"; }
    [[nodiscard]] Index most_bytes(Index plain) const override { return plain + Index{sum_bytes}; }

    [[nodiscard]] Index encode(std::span<std::byte const> plain, std::span<std::byte> encoded) const override {
        std::ranges::copy(plain, encoded.begin());
        std::uint32_t const sum = crc32c(plain);
        for (std::size_t b = 0; b < sum_bytes; ++b) encoded[plain.size() + b] = static_cast<std::byte>(sum >> (8 * b) & 0xFFU);
        return std::ssize(plain) + Index{sum_bytes};
    }

    [[nodiscard]] Index decode(std::span<std::byte const> encoded, std::span<std::byte> plain) const override {
        if (encoded.size() < sum_bytes || encoded.size() - sum_bytes > plain.size())
            throw DamagedBytes(fmt::format("it has {} bytes, not {}", encoded.size(), plain.size() + sum_bytes));
        std::span<std::byte const> const content = encoded.first(encoded.size() - sum_bytes);
        std::uint32_t stored = 0;
        for (std::size_t b = 0; b < sum_bytes; ++b)
            stored |= std::to_integer<std::uint32_t>(encoded[content.size() + b]) << (8 * b);
        if (crc32c(content) != stored) throw DamagedBytes("its checksum (crc32c) is another one");
        std::ranges::copy(content, plain.begin());
        return std::ssize(content);
    }

  private:
    static constexpr std::size_t sum_bytes = 4;
};

} // namespace

CodecPointer shuffle_codec(Index element_bytes) {
    return std::make_shared<ShuffleCodec>(element_bytes);
}

CodecPointer crc32c_codec() {
    return std::make_shared<Crc32cCodec>();
}

std::uint32_t crc32c(std::span<std::byte const> bytes, std::uint32_t before) {
    constexpr std::size_t at_once = std::size_t{1} << 30; // the library counts bytes by an int
    std::uint32_t crc = ~before;
    for (; !bytes.empty(); bytes = bytes.subspan(std::min(at_once, bytes.size()))) {
        auto const part = bytes.first(std::min(at_once, bytes.size()));
        auto* const data = const_cast<unsigned char*>(reinterpret_cast<unsigned char const*>(part.data())); // only read
        crc = crc32_iscsi(data, static_cast<int>(part.size()), crc);
    }
    return ~crc;
}

} // namespace tessera
