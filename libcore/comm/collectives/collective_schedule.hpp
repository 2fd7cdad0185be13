// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a collective plan as a schedule, which is drawn, loads links and costs time as any other.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/collectives/collective_algorithm.hpp"
#include "libcore/network/site.hpp"
#include "libcore/schedule/schedule.hpp"

#include <memory>
#include <optional>
#include <span>

namespace tessera {

/// The messages that really travel, step by step. Its message set is what each rank sends each in all; a step carries the part of
/// it that goes then. (What is combined or copied on the way is no concern of a network's.) A multicast goes down a binomial tree,
/// as MPI_Bcast sends it where the network has none. `members`: the real rank of each position, ascending; empty: the positions.
[[nodiscard]] std::shared_ptr<Schedule const> schedule_of(CollectivePlan const& plan, Index element_bytes,
                                                          std::span<Rank const> members = {});

struct CollectiveCost {
    double time = 0; ///< seconds
    /// With a network that carries a multicast as one message; where the plan has any.
    std::optional<double> time_multicast;
};

/// The predicted time, with the packing that combining and copying is. Errors: the machine has no rates, or lacks one that is
/// needed.
[[nodiscard]] Result<CollectiveCost> cost_of(CollectivePlan const& plan, Index element_bytes, Site const& site);

} // namespace tessera
