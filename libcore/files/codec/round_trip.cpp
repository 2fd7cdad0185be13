// SPDX-License-Identifier: BSD-3-Clause
// Tessera: verifies elements after filters that may change them.
#include "libcore/files/codec/round_trip.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <limits>

namespace tessera {

namespace {

template <class Float>
double float_of(std::span<std::byte const> element, bool big_endian) {
    std::array<std::byte, sizeof(Float)> bytes{};
    std::ranges::copy(element, bytes.begin());
    if (big_endian != (std::endian::native == std::endian::big)) std::ranges::reverse(bytes);
    return static_cast<double>(std::bit_cast<Float>(bytes));
}

double number_in(std::span<std::byte const> element, bool big_endian) {
    return element.size() == sizeof(float) ? float_of<float>(element, big_endian) : float_of<double>(element, big_endian);
}

/// Returns the rounding error allowed for a few operations in this type.
double slack(double number, std::size_t bytes) {
    double const unit =
        bytes == sizeof(float) ? double{std::numeric_limits<float>::epsilon()} : std::numeric_limits<double>::epsilon();
    return 4 * unit * std::abs(number);
}

} // namespace

void RoundTrip::take(std::span<std::byte> elements, std::span<std::byte const> encoded, CodecChain& chain) {
    before_.assign(elements.begin(), elements.end());
    chain.decode(encoded, elements, chain.left_out());
    if (before_.size() == elements.size() && std::memcmp(before_.data(), elements.data(), before_.size()) == 0) return;
    std::size_t const bytes = rounding_.meaning.size();
    for (std::size_t at = 0; at + bytes <= before_.size(); at += bytes)
        compare(static_cast<Index>(at / bytes), std::span(before_).subspan(at, bytes), elements.subspan(at, bytes));
}

void RoundTrip::compare(Index number, std::span<std::byte const> before, std::span<std::byte const> after) {
    bool same = true;
    for (std::size_t b = 0; b < before.size(); ++b) same = same && ((before[b] ^ after[b]) & rounding_.meaning[b]) == std::byte{};
    if (same) return;
    if (!rounding_.digits) throw ElementNotPreserved(number, "the filters keep fewer bits than it has");
    double const was = number_in(before, rounding_.big_endian);
    double const is = number_in(after, rounding_.big_endian);
    double const change = std::abs(was - is);
    double const most = std::pow(10.0, -*rounding_.digits) + slack(was, before.size()) + slack(is, before.size());
    if (!(change <= most)) throw ElementNotPreserved(number, fmt::format("{} would become {}", was, is));
    largest_ = std::max(largest_, change);
}

} // namespace tessera
