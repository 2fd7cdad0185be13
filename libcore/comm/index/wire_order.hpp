// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the order in which a rank's values are sent: by destination; values for one element are adjacent or merged.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/comm/element_addresses.hpp"

#include <span>
#include <vector>

namespace tessera {

/// Controls whether values for one element are combined before they are sent, and an element that several values request is sent
/// once.
enum class Merge {
    Auto, ///< if a sample finds enough of them (pC*, section 5.3 and Fig. 5.5)
    Never,
    Always
};

/// The transport of the values. It determines the share of repeated elements at which merging pays. Looking up all values costs the
/// same for both, but the saving differs.
enum class IndexTransport { SharedMemory, Network };

/// Returns the least share of repeated elements in a sample at which it is faster to merge, for a route that is made and used once.
/// Measured by `tests/bench/send_bench 3 VALUES merging`, on four ranks of one machine (2 and 10 million values: 9 and 2 %)
/// and on a share/bin/local-cluster with 1 Gbit/s (1 million: 3 %).
[[nodiscard]] double worth_merging(IndexTransport transport);

struct RouteOptions {
    Merge merge = Merge::Auto;
    /// true: a value goes to all copies of its element (for sends to arrays with copies). false: it goes to the rank's own copy or,
    /// if there is none, to the first copy.
    bool every_copy = false;
};

struct WireOrder {
    std::vector<Index> wire_slots; ///< indexed by value: its slot among the sent values; with every_copy, once more for each copy
    std::vector<Index> starts;     ///< indexed by destination rank: its first slot; one more entry at the end
    std::vector<Index> offsets;    ///< indexed by slot: offset in the destination's memory
    bool merged = false;
};

/// Computes the order of rank `self` of `ranks`. Precondition: the indices are valid. Cost: the indices, for each copy.
[[nodiscard]] WireOrder wire_order(ElementAddresses const& addresses, int ranks, Rank self, std::span<Index const> indices,
                                   RouteOptions const& options, IndexTransport transport);

/// Estimates the share of indices that repeat an element, by two samples, and returns the larger share. The first indices find near
/// repetitions; indices from all over the list find distant ones.
[[nodiscard]] double repeated_share(std::span<Index const> indices);

} // namespace tessera
