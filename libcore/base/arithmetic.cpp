// SPDX-License-Identifier: BSD-3-Clause
// Tessera: integer arithmetic that never overflows silently.
#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tessera {

std::optional<Index> checked_add(Index a, Index b) {
    Index sum = 0;
    if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
    return sum;
}

std::optional<Index> checked_sub(Index a, Index b) {
    Index difference = 0;
    if (__builtin_sub_overflow(a, b, &difference)) return std::nullopt;
    return difference;
}

std::optional<Index> checked_mul(Index a, Index b) {
    Index product = 0;
    if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
    return product;
}

std::optional<Index> checked_product(std::span<Index const> extents) {
    if (std::ranges::find(extents, 0) != extents.end()) return 0;
    Index product = 1;
    for (Index const extent : extents)
        if (__builtin_mul_overflow(product, extent, &product)) return std::nullopt;
    return product;
}

Index saturated_add(Index a, Index b) {
    constexpr std::numeric_limits<Index> limits;
    return checked_add(a, b).value_or(a < 0 ? limits.min() : limits.max());
}

Index saturated_mul(Index a, Index b) {
    constexpr std::numeric_limits<Index> limits;
    return checked_mul(a, b).value_or((a < 0) != (b < 0) ? limits.min() : limits.max());
}

Index saturated_product(std::span<Index const> extents) {
    return checked_product(extents).value_or(std::numeric_limits<Index>::max());
}

Index saturated_round(double value) {
    constexpr double limit = 0x1p63;
    if (std::isnan(value)) return 0;
    if (value >= limit) return std::numeric_limits<Index>::max();
    return value < -limit ? std::numeric_limits<Index>::min() : std::llround(value);
}

Index lcm_up_to(Index a, Index b, Index limit) {
    auto const lcm = checked_mul(a / std::gcd(a, b), b);
    return lcm ? std::min(*lcm, limit) : limit;
}

} // namespace tessera
