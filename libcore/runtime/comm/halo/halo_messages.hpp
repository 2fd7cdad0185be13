// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a rank's share of a halo exchange, compiled to copies.
#pragma once

#include "libcore/runtime/comm/halo/halo_exchange.hpp"
#include "libcore/runtime/move/exchange/rank_messages.hpp"

#include <span>

namespace tessera {

/// An array with the place where this rank stores it.
struct PlacedHalo {
    HaloPlan plan;
    HaloLayout layout;
};

/// Sources and targets of the messages are the same allocations, one per array. `ranks`: the size of the communicator.
[[nodiscard]] RankMessages compile_halos(std::span<PlacedHalo const> halos, Rank rank, int ranks);

} // namespace tessera
