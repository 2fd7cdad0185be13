// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a collective plan as a schedule, which can be drawn, loaded on links and priced like any other.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/collectives/collective_algorithm.hpp"
#include "libcore/network/site.hpp"
#include "libcore/schedule/schedule.hpp"

#include <memory>
#include <optional>
#include <span>

namespace tessera {

/// Returns the messages of a plan, step by step. The message set holds, per pair of ranks, all bytes that are sent; a step carries
/// a part of them. (Combining and copying do not affect the network.) A multicast uses a binomial tree, as MPI_Bcast does on a
/// network without multicast. `members`: the real rank of each position, ascending; empty: the positions.
[[nodiscard]] std::shared_ptr<Schedule const> schedule_of(CollectivePlan const& plan, Index element_bytes,
                                                          std::span<Rank const> members = {});

struct CollectiveCost {
    double time = 0; ///< seconds
    /// Time in seconds on a network that carries a multicast as one message. Unset if the plan has no multicast.
    std::optional<double> time_multicast;
};

/// Predicts the time, including packing, which stands for combining and copying. Errors: the machine has no rates, or lacks one
/// that is needed.
[[nodiscard]] Result<CollectiveCost> cost_of(CollectivePlan const& plan, Index element_bytes, Site const& site);

} // namespace tessera
