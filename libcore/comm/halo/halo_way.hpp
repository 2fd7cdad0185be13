// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the two ways of a halo exchange.
#pragma once

#include "libcore/comm/halo/halo_plan.hpp"

#include <utility>

namespace tessera {

enum class HaloWay {
    Fill, ///< every place of a halo gets its element from the owner
    Add   ///< the way back: what stands in the places of an element, on all ranks, is added to the element at its owner
};

/// As it goes that way: back from the halo to the owner, what is sent stands in the places, and goes to the elements of the boxes.
[[nodiscard]] inline HaloMessage going(HaloMessage message, HaloWay way) {
    if (way == HaloWay::Fill) return message;
    std::swap(message.from, message.to);
    std::swap(message.from_position, message.to_position);
    return message;
}

} // namespace tessera
