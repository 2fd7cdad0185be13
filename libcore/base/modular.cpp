// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arithmetic modulo a number, exact up to 63 bits.
#include "libcore/base/modular.hpp"

#include "libcore/base/arithmetic.hpp"

#include <cassert>
#include <utility>

namespace tessera {

namespace {
__extension__ using Wide = __int128; // products of two Index values fit
} // namespace

Index mul_mod(Index a, Index b, Index modulus) {
    return static_cast<Index>(Wide{a} * b % modulus);
}

Index inverse_mod(Index a, Index modulus) {
    // Extended Euclid; invariant: coefficient * a == remainder (mod modulus), for both pairs.
    Index remainder = modulus, next_remainder = a % modulus;
    Index coefficient = 0, next_coefficient = 1;
    while (next_remainder != 0) {
        Index const quotient = remainder / next_remainder;
        remainder = std::exchange(next_remainder, remainder - quotient * next_remainder);
        coefficient = std::exchange(next_coefficient, coefficient - quotient * next_coefficient);
    }
    assert(remainder == 1);
    return floor_mod(coefficient, modulus);
}

std::optional<Index> first_multiple_in(Index step, Index modulus, Index low, Index high) {
    if (low == 0) return 0;
    if (step == 0) return std::nullopt;
    Index const direct = ceil_div(low, step);
    if (direct <= high / step) return direct; // reached before the first wrap
    // No multiple of step lies in [low, high]. So after w wraps one is reached exactly if w*modulus mod step lies in [-high, -low]
    // mod step. The fewest wraps give the smallest k. The pair (modulus, step) shrinks as in Euclid's algorithm.
    auto const wraps = first_multiple_in(modulus % step, step, floor_mod(-high, step), floor_mod(-low, step));
    if (!wraps) return std::nullopt;
    return static_cast<Index>((Wide{low} + Wide{modulus} * *wraps + step - 1) / step);
}

} // namespace tessera
