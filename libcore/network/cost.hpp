// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the time of a schedule on a machine, with and without contention.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/network/step_cost.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

struct ScheduleCost {
    std::vector<StepCost> steps;
    std::optional<double> total_time; ///< seconds, the sum of the steps; absent if a step has none
    std::string lack;                 ///< the rates that the machine's profile lacks for these steps, as a sentence; often empty
    std::optional<double>
        packing_time;             ///< copying into and out of messages by the busiest rank of each step, including forwarded data
    double congested_bytes = 0;   ///< cost without rates: sum over the steps of the bytes through the busiest port or link
    double congestion_impact = 1; ///< total time over the time without contention; without rates, the same ratio of bytes

    /// Returns the time of transfers and packing, by which algorithms are compared. Absent if a step has none.
    [[nodiscard]] std::optional<double> time() const;
};

/// Computes the cost of each step (see StepCoster) and the sum. Without a machine, or without a rate that a step needs, only loads
/// are filled in. Error: the work was stopped.
[[nodiscard]] Result<ScheduleCost> cost_of(Schedule const& schedule, Topology const& topology, Placement const& placement,
                                           Machine const* machine, Watch const& watch = {});

/// The cost by CDT equation 1: T = t_m M + t_w D / ((S+R)/2), with D in words. all_to_all: M = R messages per sender (S per
/// receiver if S < R, a case that the paper leaves open). centralized: M = S+R-1, and the second term times the S+R processors,
/// which work one after another. The prototype's set-up adds 1 + 2 max(S,R) messages.
struct CdtCost {
    double all_to_all = 0;
    double centralized = 0;
};
/// Computes both costs. Error: the profile has no t_m or t_w.
[[nodiscard]] Result<CdtCost> cdt_cost(Machine const& machine, int senders, int receivers, Index words, bool with_setup);

} // namespace tessera
