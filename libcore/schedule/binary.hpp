// SPDX-License-Identifier: BSD-3-Clause
// Tessera: functions for powers of two, applied to numbers of ranks.
#pragma once

#include <bit>

namespace tessera::detail {

[[nodiscard]] constexpr bool is_power_of_two(int number) {
    return number > 0 && std::has_single_bit(static_cast<unsigned>(number));
}

/// Returns the smallest power of two that is at least the number. Precondition: 0 < number <= 2^30.
[[nodiscard]] constexpr int power_of_two_from(int number) {
    return static_cast<int>(std::bit_ceil(static_cast<unsigned>(number)));
}

/// Returns ceil(log2(number)). Precondition: number > 0.
[[nodiscard]] constexpr int ceil_log2(int number) {
    return static_cast<int>(std::bit_width(static_cast<unsigned>(number) - 1));
}

} // namespace tessera::detail
