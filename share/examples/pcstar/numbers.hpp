// SPDX-License-Identifier: BSD-3-Clause
// Tessera: numbers without a pattern, the same in every program and on every rank.
#pragma once

#include "libcore/base/index.hpp"

#include <cstdint>

namespace tessera::examples {

/// One of 0 ... limit - 1 for each number (the mixing of splitmix64).
inline Index random_below(Index number, Index limit) {
    auto bits = static_cast<std::uint64_t>(number) + 0x9e3779b97f4a7c15U;
    bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
    bits ^= bits >> 31U;
    return static_cast<Index>(bits % static_cast<std::uint64_t>(limit));
}

} // namespace tessera::examples
