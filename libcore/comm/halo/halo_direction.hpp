// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the two directions of a halo exchange.
#pragma once

#include "libcore/comm/halo/halo_plan.hpp"

#include <utility>

namespace tessera {

enum class HaloDirection {
    Fill, ///< every place of a halo gets its element from the owner
    Add   ///< reverse direction: the values in all places of an element, on all ranks, are added to the element at its owner
};

/// Returns the message in this direction. For Add, sender and receiver are exchanged: the data comes from the places and goes to
/// the elements of the boxes.
[[nodiscard]] inline HaloMessage going(HaloMessage message, HaloDirection way) {
    if (way == HaloDirection::Fill) return message;
    std::swap(message.from, message.to);
    std::swap(message.from_position, message.to_position);
    return message;
}

} // namespace tessera
