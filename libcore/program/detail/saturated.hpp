// SPDX-License-Identifier: BSD-3-Clause
// Tessera: counts that stop at the largest number there is.
#pragma once

#include "libcore/base/index.hpp"

#include <cmath>
#include <limits>

namespace tessera::detail {

[[nodiscard]] inline Index as_count(double number) {
    return number < 9e18 ? static_cast<Index>(std::llround(number)) : std::numeric_limits<Index>::max();
}

[[nodiscard]] inline Index added(Index a, Index b) {
    return as_count(static_cast<double>(a) + static_cast<double>(b)) == std::numeric_limits<Index>::max()
               ? std::numeric_limits<Index>::max()
               : a + b;
}

} // namespace tessera::detail
