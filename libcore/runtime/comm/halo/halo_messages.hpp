// SPDX-License-Identifier: BSD-3-Clause
// Tessera: compiles a rank's share of a halo exchange to copies.
#pragma once

#include "libcore/runtime/comm/halo/halo_exchange.hpp"
#include "libcore/runtime/move/exchange/rank_messages.hpp"

#include <span>

namespace tessera {

/// An array with this rank's layout of it.
struct PlacedHalo {
    HaloPlan plan;
    HaloLayout layout;
};

/// Compiles the messages of a rank. Sources and targets are the same allocations, one per array. `ranks`: the size of the
/// communicator.
[[nodiscard]] RankMessages compile_halos(std::span<PlacedHalo const> halos, Rank rank, int ranks);

} // namespace tessera
