// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how long a schedule takes on a machine, with and without contention.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/network/step_cost.hpp"

#include <optional>
#include <vector>

namespace tessera {

struct ScheduleCost {
    std::vector<StepCost> steps;
    std::optional<double> total_time;   ///< seconds, the sum of the steps; absent without rates
    std::optional<double> packing_time; ///< copying into and out of messages by the busiest rank of each step; forwarded data again
    double congested_bytes = 0;         ///< the cost without rates: bytes through the busiest port or link, step by step
    double congestion_impact = 1;       ///< total time over the time without contention; without rates the same of the bytes

    /// Transfers and packing, what algorithms are compared by; absent without rates.
    [[nodiscard]] std::optional<double> time() const;
};

/// The cost of each step (see StepCoster) and their sum. Without a machine, or without its rates, the loads alone are filled in.
/// Errors: the machine lacks a rate the schedule needs (names it); the work was stopped.
[[nodiscard]] Result<ScheduleCost> cost_of(Schedule const& schedule, Topology const& topology, Placement const& placement,
                                           Machine const* machine, Watch const& watch = {});

/// CDT equation 1, T = t_m M + t_w D / ((S+R)/2) with D in words. all_to_all: M = R messages per sender (S
/// per receiver where S < R, which the paper leaves open). centralized: M = S+R-1 and the second term times the S+R processors,
/// which work one after another. The prototype's set-up adds 1 + 2 max(S,R) messages.
struct CdtCost {
    double all_to_all = 0;
    double centralized = 0;
};
/// Error: the profile has no t_m or t_w.
[[nodiscard]] Result<CdtCost> cdt_cost(Machine const& machine, int senders, int receivers, Index words, bool with_setup);

} // namespace tessera
