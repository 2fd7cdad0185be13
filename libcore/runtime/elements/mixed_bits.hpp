// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a bijective mixing of the bits of a number.
#pragma once

#include <cstdint>

namespace tessera {

/// Returns the finaliser of splitmix64. Neighbouring numbers give unrelated results; different numbers give different results.
[[nodiscard]] constexpr std::uint64_t mixed_bits(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31U);
}

} // namespace tessera
