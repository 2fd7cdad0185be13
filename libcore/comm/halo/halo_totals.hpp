// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the sums of a halo exchange, and what each rank has to do with it.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/comm/halo/halo_plan.hpp"
#include "libcore/comm/halo/halo_way.hpp"
#include "libcore/schedule/message_set.hpp"

#include <vector>

namespace tessera {

/// What one rank receives in one exchange. Copies within the rank count nowhere.
struct HaloShare {
    Index owned = 0;    ///< elements of its own
    Index elements = 0; ///< received
    Index partners = 0; ///< ranks it receives from
    friend bool operator==(HaloShare const&, HaloShare const&) = default;
};

struct HaloTotals {
    Index elements = 0;
    Index messages = 0;
    Index bytes = 0;
    Index most_elements = 0; ///< any rank receives
    Index most_partners = 0;
    Index some_send = 0; ///< elements that some rank sends: of those whose surroundings differ the most, nearly the most of all
    /// Elements received for each element that is computed, of the rank where that is most: surface to volume.
    double most_surface = 0;
    friend bool operator==(HaloTotals const&, HaloTotals const&) = default;
};

/// The shares of all ranks. Coordinates whose surroundings look alike are computed once: the cost is the coordinates of each
/// dimension, and the combinations of those that differ. With a context they all do: the cost is the messages.
class HaloShares {
  public:
    /// Error: the work was stopped.
    [[nodiscard]] static Result<HaloShares> make(HaloPlan const& plan, Watch const& watch = {});

    [[nodiscard]] HaloShare const& of(Index position) const;
    [[nodiscard]] HaloTotals const& totals() const { return totals_; }

  private:
    explicit HaloShares(HaloPlan plan) : plan_(std::move(plan)) {}
    [[nodiscard]] std::size_t combination_of(Index position) const;
    void add(HaloShare const& share);

    HaloPlan plan_;
    std::vector<std::vector<std::size_t>> kinds_; // per dimension and coordinate: which of those that differ
    std::vector<Index> counts_;                   // per dimension: how many differ
    std::vector<HaloShare> shares_;               // by combination of kinds, the first dimension fastest
    HaloTotals totals_;
};

/// The messages of an exchange, to schedule and to judge on a network. All ranks of the grid take part.
/// Errors: as MessageSet::of; the work was stopped. Cost: the messages.
[[nodiscard]] Result<MessageSet> messages_of(HaloPlan const& plan, Watch const& watch = {}, HaloWay way = HaloWay::Fill);

} // namespace tessera
