// SPDX-License-Identifier: BSD-3-Clause
// Tessera: elements that are active in a run, known to all ranks without a message.
#pragma once

#include "tests/property/generators.hpp"
#include "tests/property/set_oracle.hpp"

#include <cstdint>
#include <rapidcheck.h>

namespace tessera::oracle {

/// Elements that are active in a run: by chance, or the first ones alone, so that whole ranks are idle.
struct Chosen {
    std::uint64_t seed = 0;
    Index percent = 100;
    Index below = max_extent;

    [[nodiscard]] bool holds(Index number) const {
        std::uint64_t mixed = (seed + static_cast<std::uint64_t>(number)) * 0x9e3779b97f4a7c15U;
        mixed ^= mixed >> 29U;
        mixed *= 0xbf58476d1ce4e5b9U;
        return number < below && static_cast<Index>((mixed >> 32U) % 100) < percent;
    }
};

inline Chosen random_choice(Index elements) {
    return {static_cast<std::uint64_t>(between(0, 1'000'000)), *rc::gen::element<Index>(0, 3, 50, 97, 100),
            one_in(2) ? max_extent : between(0, elements)};
}

} // namespace tessera::oracle
