// SPDX-License-Identifier: BSD-3-Clause
// Tessera: integer arithmetic that never overflows silently.
#pragma once

#include "libcore/base/index.hpp"

#include <optional>
#include <span>

namespace tessera {

/// Returns the quotient rounded towards minus infinity. Precondition: divisor > 0.
[[nodiscard]] constexpr Index floor_div(Index value, Index divisor) {
    return value / divisor - (value % divisor < 0 ? 1 : 0);
}

/// Returns the remainder in [0, divisor). Precondition: divisor > 0.
[[nodiscard]] constexpr Index floor_mod(Index value, Index divisor) {
    Index const remainder = value % divisor;
    return remainder < 0 ? remainder + divisor : remainder;
}

/// Returns the quotient rounded towards plus infinity. Precondition: divisor > 0.
[[nodiscard]] constexpr Index ceil_div(Index value, Index divisor) {
    return value / divisor + (value % divisor > 0 ? 1 : 0);
}

/// Returns a + b, a - b or a * b; nothing if the result does not fit 64 bits.
[[nodiscard]] std::optional<Index> checked_add(Index a, Index b);
[[nodiscard]] std::optional<Index> checked_sub(Index a, Index b);
[[nodiscard]] std::optional<Index> checked_mul(Index a, Index b);

/// Returns the product of all extents; nothing if it does not fit 64 bits. The empty product is 1.
[[nodiscard]] std::optional<Index> checked_product(std::span<Index const> extents);

// The same for estimates and reports: results that do not fit 64 bits become the largest or the smallest Index.

[[nodiscard]] Index saturated_add(Index a, Index b);
[[nodiscard]] Index saturated_mul(Index a, Index b);
/// Preconditions: all extents >= 0.
[[nodiscard]] Index saturated_product(std::span<Index const> extents);
/// Rounds to the nearest integer; 0 if the value is NaN.
[[nodiscard]] Index saturated_round(double value);

/// Returns min(lcm(a, b), limit), computed without overflow. Preconditions: a, b > 0 and limit >= 0. A period that is at least as
/// long as its range never repeats in it, so the limit loses nothing.
[[nodiscard]] Index lcm_up_to(Index a, Index b, Index limit);

} // namespace tessera
