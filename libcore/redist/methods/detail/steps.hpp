// SPDX-License-Identifier: BSD-3-Clause
// Tessera: functions that compose the redistribution of one array, one for each method (method.cpp).
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/redist/methods/composite_plan.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <string>
#include <vector>

namespace tessera::detail {

/// At least one step, or the reason why the method does not cover the plan. The reason is a sentence that begins with "it", for
/// "lcm does not apply: it ...".
using MethodSteps = Result<std::vector<MethodStep>>;

/// Returns the plan unchanged as one step. For direct, and for naive, whose messages are the same.
[[nodiscard]] MethodSteps one_step(RedistPlan const& plan);
[[nodiscard]] MethodSteps indirect_steps(RedistPlan const& plan);
[[nodiscard]] MethodSteps gcd_steps(RedistPlan const& plan);
[[nodiscard]] MethodSteps lcm_steps(RedistPlan const& plan);
[[nodiscard]] MethodSteps general_steps(RedistPlan const& plan);
[[nodiscard]] MethodSteps ky_to_y_steps(RedistPlan const& plan);
[[nodiscard]] MethodSteps x_to_kx_steps(RedistPlan const& plan);
[[nodiscard]] MethodSteps block_to_cyclic_steps(RedistPlan const& plan);
[[nodiscard]] MethodSteps cyclic_to_block_steps(RedistPlan const& plan);
[[nodiscard]] MethodSteps pitfalls_steps(RedistPlan const& plan);
/// Return steps for a target with copies. tree: the number of copies doubles in each step. all_gather: each copy gets a share, then
/// all exchange their shares. halving: the pieces are halved, then doubled again.
[[nodiscard]] MethodSteps tree_steps(RedistPlan const& plan);
[[nodiscard]] MethodSteps all_gather_steps(RedistPlan const& plan);
[[nodiscard]] MethodSteps halving_steps(RedistPlan const& plan);
/// Returns two steps for a plan that adds, with the addition of each share's addends between them. Otherwise returns the plan
/// unchanged.
[[nodiscard]] MethodSteps sum_steps(RedistPlan const& plan);

} // namespace tessera::detail
