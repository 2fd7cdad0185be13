// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the order in which a rank's values travel: by destination, those for one element side by side or merged.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/comm/element_addresses.hpp"
#include "libcore/runtime/comm/index/index_route.hpp"

#include <span>
#include <vector>

namespace tessera {

struct WireOrder {
    std::vector<Index> slots;   ///< by value: where it stands among those that travel
    std::vector<Index> starts;  ///< by destination rank: its first slot; one more at the end
    std::vector<Index> offsets; ///< by slot: the place in the destination's memory
    bool merged = false;
};

/// `indices` are valid. Cost: the indices.
[[nodiscard]] WireOrder wire_order(ElementAddresses const& addresses, int ranks, std::span<Index const> indices, Merge merge);

/// The share of the indices that name an element once more, by a sample of them.
[[nodiscard]] double repeated_share(std::span<Index const> indices);

} // namespace tessera
