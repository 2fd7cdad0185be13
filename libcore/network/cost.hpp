// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how long a schedule takes on a machine, with and without contention.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/network/link_loads.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/schedule/schedule.hpp"

#include <optional>
#include <vector>

namespace tessera {

struct StepCost {
    double max_load = 0; ///< messages over link width
    double max_load_bytes = 0;
    double demand = 0;          ///< busiest link: time its bytes need alone over the step's contention-free time; may exceed 1
    double utilisation = 0;     ///< busiest link: share of the step's real time it is busy; at most 1
    std::optional<double> time; ///< seconds; absent without rates
};

struct ScheduleCost {
    std::vector<StepCost> steps;
    std::optional<double> total_time;
    std::optional<double> packing_time; ///< copying into and out of messages by the busiest rank of each step; forwarded data again
    std::optional<double> congestion_impact; ///< total time over the time without contention
};

/// T(i) = alpha + max(L beta, B beta_sat) with L the step's longest message and B the bytes on its busiest link over that link's
/// width and capacity; for equal messages this is L max(beta, f(i) beta_sat) (Thakur 4.1.3). beta is beta_ex, beta_sr or beta_s
/// by the step's kind. Without a machine the loads alone are filled in.
/// Error: the machine lacks a rate the schedule needs (names it).
[[nodiscard]] Result<ScheduleCost> cost_of(Schedule const& schedule, Topology const& topology, Placement const& placement,
                                           Machine const* machine);

/// CDT equation 1, T = t_m M + t_w D / ((S+R)/2) with D in words. all_to_all: M = R messages per sender. centralized: M = S+R-1 and
/// the second term times the S+R processors, which work one after another. The prototype's set-up adds 1 + 2 max(S,R) messages.
struct CdtCost {
    double all_to_all = 0;
    double centralized = 0;
};
/// Error: the profile has no t_m or t_w.
[[nodiscard]] Result<CdtCost> cdt_cost(Machine const& machine, int senders, int receivers, Index words, bool with_setup);

} // namespace tessera
