// SPDX-License-Identifier: BSD-3-Clause
// Tessera: integer arithmetic that never overflows silently.
#pragma once

#include "libcore/base/index.hpp"

#include <optional>
#include <span>

namespace tessera {

/// Quotient rounded towards minus infinity. Precondition: divisor > 0.
[[nodiscard]] constexpr Index floor_div(Index value, Index divisor) {
    return value / divisor - (value % divisor < 0 ? 1 : 0);
}

/// Remainder in [0, divisor). Precondition: divisor > 0.
[[nodiscard]] constexpr Index floor_mod(Index value, Index divisor) {
    Index const remainder = value % divisor;
    return remainder < 0 ? remainder + divisor : remainder;
}

/// Quotient rounded towards plus infinity. Precondition: divisor > 0.
[[nodiscard]] constexpr Index ceil_div(Index value, Index divisor) {
    return value / divisor + (value % divisor > 0 ? 1 : 0);
}

/// a + b, a - b, a * b, or nothing where the result does not fit 64 bits.
[[nodiscard]] std::optional<Index> checked_add(Index a, Index b);
[[nodiscard]] std::optional<Index> checked_sub(Index a, Index b);
[[nodiscard]] std::optional<Index> checked_mul(Index a, Index b);

/// The product of all extents, or nothing where it does not fit 64 bits. The empty product is 1.
[[nodiscard]] std::optional<Index> checked_product(std::span<Index const> extents);

// The same for estimates and reports: what does not fit 64 bits becomes the largest or the smallest Index.

[[nodiscard]] Index saturated_add(Index a, Index b);
[[nodiscard]] Index saturated_mul(Index a, Index b);
/// Preconditions: all extents >= 0.
[[nodiscard]] Index saturated_product(std::span<Index const> extents);
/// Rounded to the nearest integer; 0 for what is no number.
[[nodiscard]] Index saturated_round(double value);

/// min(lcm(a, b), limit), computed without overflow. Preconditions: a, b > 0 and limit >= 0.
/// A period as long as the range it repeats in never repeats, so nothing is lost by the cut.
[[nodiscard]] Index lcm_up_to(Index a, Index b, Index limit);

} // namespace tessera
