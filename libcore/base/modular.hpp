// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arithmetic modulo a number, exact up to 63 bits.
#pragma once

#include "libcore/base/index.hpp"

#include <optional>

namespace tessera {

/// Returns a*b mod modulus. Preconditions: a, b >= 0 and modulus >= 1.
[[nodiscard]] Index mul_mod(Index a, Index b, Index modulus);

/// Returns the x in [0, modulus) with a*x mod modulus == 1 mod modulus. Preconditions: a >= 0, modulus >= 1, gcd(a, modulus) == 1.
[[nodiscard]] Index inverse_mod(Index a, Index modulus);

/// Returns the smallest k >= 0 with low <= (step*k mod modulus) <= high; nothing if there is none. Cost: the logarithm of the
/// modulus. Preconditions: 0 <= low <= high < modulus and 0 <= step < modulus.
[[nodiscard]] std::optional<Index> first_multiple_in(Index step, Index modulus, Index low, Index high);

} // namespace tessera
