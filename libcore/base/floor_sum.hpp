// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sums of rounded quotients along an arithmetic progression, in closed form.
#pragma once

#include "libcore/base/index.hpp"

namespace tessera {

__extension__ using WideIndex = __int128; ///< holds the product of two Index values

/// The sum of floor((start + step*i) / divisor) over i in [0, count). Cost: the logarithm of the divisor.
/// Preconditions: count, step, start >= 0, divisor >= 1, and the sum fits 127 bits.
[[nodiscard]] WideIndex floor_sum(Index count, Index start, Index step, Index divisor);

/// With q(i) = floor((start + step*i) / divisor), the sums over i in [0, count) of:
struct FloorMoments {
    WideIndex quotients = 0; ///< q(i)
    WideIndex weighted = 0;  ///< i * q(i)
    WideIndex squares = 0;   ///< q(i)^2
};

/// Cost: the logarithm of the divisor. Preconditions: as floor_sum's, 0 <= step, start < divisor, and count <= 2^40.
[[nodiscard]] FloorMoments floor_moments(Index count, Index start, Index step, Index divisor);

} // namespace tessera
