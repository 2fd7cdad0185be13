// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the order in which a rank's values travel: by destination, those for one element side by side or merged.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/comm/element_addresses.hpp"

#include <span>
#include <vector>

namespace tessera {

/// Are values for one element put together before they travel, and an element that several ask for sent once?
enum class Merge {
    Auto, ///< where a sample finds enough of them (pC*, section 5.3 and Fig. 5.5)
    Never,
    Always
};

/// What carries the values decides from which share of repeated elements on merging pays: looking every value up costs the same,
/// what it saves does not.
enum class IndexTransport { SharedMemory, Network };

/// The share of values in a sample that name an element once more, from which on a route that merges is cheaper to make and use
/// once. Measured by `tests/bench/send_bench 3 VALUES merging`, on four ranks of one machine (2 and 10 million values: 9 and 2 %)
/// and on a share/bin/local-cluster with 1 Gbit/s (1 million: 3 %).
[[nodiscard]] double worth_merging(IndexTransport transport);

struct RouteOptions {
    Merge merge = Merge::Auto;
    /// A value goes to all copies of its element (for sends to arrays with copies); else to the rank's own copy or, where it has
    /// none, to the first.
    bool every_copy = false;
};

struct WireOrder {
    std::vector<Index> wire_slots; ///< by value: where it stands among those that travel; with every copy, once more for each copy
    std::vector<Index> starts;     ///< by destination rank: its first slot; one more at the end
    std::vector<Index> offsets;    ///< by slot: the place in the destination's memory
    bool merged = false;
};

/// Of the rank `self`, among `ranks` of them. `indices` are valid. Cost: the indices, for each copy.
[[nodiscard]] WireOrder wire_order(ElementAddresses const& addresses, int ranks, Rank self, std::span<Index const> indices,
                                   RouteOptions const& options, IndexTransport transport);

/// The share of the indices that name an element once more, by two samples, of which the larger share counts: the first indices
/// find repetitions side by side, and indices from all over the list find those far apart.
[[nodiscard]] double repeated_share(std::span<Index const> indices);

} // namespace tessera
