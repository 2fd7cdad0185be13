// SPDX-License-Identifier: BSD-3-Clause
// Tessera: numcodecs' filters that transform numbers; decoding only.
#include "libcore/files/codec/codecs.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <type_traits>

namespace tessera {

namespace {

/// Calls `work` with a number of the type. Returns false if the type is not supported.
template <class Work>
bool with_number(NumberType const& type, Work const& work) {
    auto const is = [&](auto number, char kind) {
        if (type.kind != kind || type.bytes != Index{sizeof number}) return false;
        work(number);
        return true;
    };
    return is(std::int8_t{}, 'i') || is(std::int16_t{}, 'i') || is(std::int32_t{}, 'i') || is(std::int64_t{}, 'i') ||
           is(std::uint8_t{}, 'u') || is(std::uint16_t{}, 'u') || is(std::uint32_t{}, 'u') || is(std::uint64_t{}, 'u') ||
           is(std::uint8_t{}, 'b') || is(float{}, 'f') || is(double{}, 'f');
}

/// Access to numbers of one type in bytes that may be unaligned.
template <class Number>
class NumberList {
  public:
    NumberList(std::byte const* bytes, bool big_endian)
        : bytes_(bytes), turns_(big_endian != (std::endian::native == std::endian::big)) {}

    [[nodiscard]] Number get(std::size_t i) const {
        std::array<std::byte, sizeof(Number)> one;
        std::memcpy(one.data(), bytes_ + i * sizeof(Number), sizeof(Number));
        if (turns_) std::ranges::reverse(one);
        return std::bit_cast<Number>(one);
    }
    void put(std::byte* to, std::size_t i, Number number) const {
        auto one = std::bit_cast<std::array<std::byte, sizeof(Number)>>(number);
        if (turns_) std::ranges::reverse(one);
        std::memcpy(to + i * sizeof(Number), one.data(), sizeof(Number));
    }

  private:
    std::byte const* bytes_;
    bool turns_;
};

/// Converts as numpy does. A float outside the range of the integers, or NaN, becomes the smallest integer.
template <class To, class From>
To cast(From number) {
    if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
        constexpr auto above = 2 * static_cast<long double>(std::numeric_limits<To>::max() / 2 + 1);
        auto const wide = static_cast<long double>(number);
        bool const fits = wide > static_cast<long double>(std::numeric_limits<To>::min()) - 1 && wide < above;
        if (!fits) return std::numeric_limits<To>::min();
    }
    return static_cast<To>(number);
}

/// Returns the sum; integers wrap around.
template <class Number>
Number sum_of(Number a, Number b) {
    if constexpr (std::is_integral_v<Number>) {
        using Bits = std::make_unsigned_t<Number>;
        return static_cast<Number>(static_cast<Bits>(static_cast<Bits>(a) + static_cast<Bits>(b)));
    } else {
        return a + b;
    }
}

class NumberFilter final : public Codec {
  public:
    explicit NumberFilter(NumberFilterSettings settings) : settings_(std::move(settings)) {}

    [[nodiscard]] std::string_view name() const override { return settings_.name; }
    [[nodiscard]] Index most_bytes(Index plain) const override { return plain / settings_.plain.bytes * settings_.encoded.bytes; }
    [[nodiscard]] Index encode(std::span<std::byte const>, std::span<std::byte>) const override {
        throw std::runtime_error(fmt::format("the filter '{}' can be read here, and not written", settings_.name));
    }

    [[nodiscard]] Index decode(std::span<std::byte const> encoded, std::span<std::byte> plain) const override {
        std::size_t const count = encoded.size() / as_size(settings_.encoded.bytes);
        if (encoded.size() % as_size(settings_.encoded.bytes) != 0 || count > plain.size() / as_size(settings_.plain.bytes))
            throw DamagedBytes(
                fmt::format("it has {} bytes before the filter '{}', too many or half a number", encoded.size(), settings_.name));
        with_number(settings_.encoded, [&](auto from) {
            with_number(settings_.plain, [&](auto to) { decode_numbers(from, to, count, encoded.data(), plain.data()); });
        });
        return static_cast<Index>(count) * settings_.plain.bytes;
    }

  private:
    template <class From, class To>
    void decode_numbers(From, To, std::size_t count, std::byte const* encoded, std::byte* plain) const {
        NumberList<From> const from(encoded, settings_.encoded.big_endian);
        NumberList<To> const to(plain, settings_.plain.big_endian);
        using Real = std::conditional_t<std::is_same_v<From, float>, float, double>; // numpy's type for the quotient
        To sum{};
        for (std::size_t i = 0; i < count; ++i) {
            From const number = from.get(i);
            if (settings_.name == "delta") {
                sum = sum_of(sum, cast<To>(number));
                to.put(plain, i, sum);
            } else if (settings_.name == "fixedscaleoffset") {
                auto const real =
                    static_cast<Real>(number) / static_cast<Real>(settings_.scale) + static_cast<Real>(settings_.offset);
                to.put(plain, i, cast<To>(real));
            } else {
                to.put(plain, i, cast<To>(number));
            }
        }
    }

    NumberFilterSettings settings_;
};

/// Eight booleans per byte, the first in the highest bit. The first byte is the number of unused bits in the last byte.
class PackBits final : public Codec {
  public:
    [[nodiscard]] std::string_view name() const override { return "packbits"; }
    [[nodiscard]] Index most_bytes(Index plain) const override { return (plain + 7) / 8 + 1; }
    [[nodiscard]] Index encode(std::span<std::byte const>, std::span<std::byte>) const override {
        throw std::runtime_error("the filter 'packbits' can be read here, and not written");
    }
    [[nodiscard]] Index decode(std::span<std::byte const> encoded, std::span<std::byte> plain) const override {
        std::size_t const none = encoded.empty() ? 0 : std::to_integer<std::size_t>(encoded.front());
        if (encoded.empty() || none > 7 || (encoded.size() == 1 && none > 0) || 8 * (encoded.size() - 1) - none > plain.size())
            throw DamagedBytes("packbits cannot decode it");
        std::size_t const count = 8 * (encoded.size() - 1) - none;
        for (std::size_t i = 0; i < count; ++i) plain[i] = encoded[1 + i / 8] >> static_cast<unsigned>(7 - i % 8) & std::byte{1};
        return static_cast<Index>(count);
    }
};

} // namespace

std::optional<NumberType> number_type(std::string_view descr) {
    if (descr.size() != 3) return std::nullopt;
    NumberType const type{descr[1], descr[2] - '0', descr[0] == '>'};
    return with_number(type, [](auto) {}) ? std::optional(type) : std::nullopt;
}

CodecPointer number_filter(NumberFilterSettings const& settings) {
    return std::make_shared<NumberFilter>(settings);
}

CodecPointer packbits_filter() {
    return std::make_shared<PackBits>();
}

} // namespace tessera
