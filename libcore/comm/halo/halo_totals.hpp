// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the totals of a halo exchange, and the share of each rank.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/comm/halo/halo_direction.hpp"
#include "libcore/comm/halo/halo_plan.hpp"
#include "libcore/schedule/message_set.hpp"

#include <vector>

namespace tessera {

/// The elements that one rank receives in one exchange. Copies within the rank do not count.
struct HaloShare {
    Index owned = 0;    ///< number of its own elements
    Index elements = 0; ///< number of received elements
    Index partners = 0; ///< number of ranks it receives from
    friend bool operator==(HaloShare const&, HaloShare const&) = default;
};

struct HaloTotals {
    Index elements = 0;
    Index messages = 0;
    Index bytes = 0;
    Index most_elements = 0; ///< largest number that one rank receives
    Index most_partners = 0;
    /// Elements received per computed element, for the rank with the largest value: surface to volume.
    double most_surface = 0;
    friend bool operator==(HaloTotals const&, HaloTotals const&) = default;
};

/// The shares of all ranks. Coordinates with equal neighbourhoods are computed once. Cost: the coordinates of each dimension, and
/// the combinations of different ones. With a context all coordinates differ, and the cost is the messages.
class HaloShares {
  public:
    /// Computes the shares. Error: the work was stopped.
    [[nodiscard]] static Result<HaloShares> make(HaloPlan const& plan, Watch const& watch = {});

    [[nodiscard]] HaloShare const& of(Index position) const;
    [[nodiscard]] HaloPlan const& plan() const { return plan_; }
    [[nodiscard]] HaloTotals const& totals() const { return totals_; }
    /// Returns the elements that one rank sends: the most among ranks with different neighbourhoods, close to the maximum over all
    /// ranks. Cost: for each of these ranks, the halos of its readers. In d dimensions these are up to 9^d boxes, so no other
    /// answer includes it. Error: the work was stopped.
    [[nodiscard]] Result<Index> largest_known_send(Watch const& watch = {}) const;

  private:
    explicit HaloShares(HaloPlan plan) : plan_(std::move(plan)) {}
    [[nodiscard]] std::size_t combination_of(Index position) const;
    void add(HaloShare const& share);

    HaloPlan plan_;
    std::vector<std::vector<std::size_t>> kinds_; // indexed by dimension and coordinate: kind of the coordinate
    std::vector<Index> counts_;                   // indexed by dimension: number of kinds
    std::vector<HaloShare> shares_;               // indexed by combination of kinds, the first dimension fastest
    std::vector<Index> computed_;                 // the position of each combination that occurs
    HaloTotals totals_;
};

/// Returns the messages of an exchange, to schedule them and to evaluate them on a network. All ranks of the grid take part.
/// Errors: as MessageSet::of; the work was stopped. Cost: the messages.
[[nodiscard]] Result<MessageSet> messages_of(HaloPlan const& plan, Watch const& watch = {},
                                             HaloDirection way = HaloDirection::Fill);

} // namespace tessera
