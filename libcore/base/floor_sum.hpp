// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sums of rounded quotients along an arithmetic progression, in closed form.
#pragma once

#include "libcore/base/index.hpp"

namespace tessera {

__extension__ using WideIndex = __int128; ///< holds the product of two Index values

/// Returns the sum of floor((start + step*i) / divisor) over i in [0, count). Cost: the logarithm of the divisor. Preconditions:
/// count, step, start >= 0, divisor >= 1, and the sum fits 127 bits.
[[nodiscard]] WideIndex floor_sum(Index count, Index start, Index step, Index divisor);

/// Sums over i in [0, count), with q(i) = floor((start + step*i) / divisor).
struct FloorMoments {
    WideIndex quotients = 0; ///< sum of q(i)
    WideIndex weighted = 0;  ///< sum of i * q(i)
    WideIndex squares = 0;   ///< sum of q(i)^2
};

/// Returns these sums. Cost: the logarithm of the divisor. Preconditions: those of floor_sum(), 0 <= step, start < divisor, and
/// count <= 2^40.
[[nodiscard]] FloorMoments floor_moments(Index count, Index start, Index step, Index divisor);

} // namespace tessera
