// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how each method composes the redistribution of one array; one function for each (method.cpp).
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/redist/methods/composite_plan.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <string>
#include <vector>

namespace tessera::detail {

/// At least one step, or why the method does not cover the plan: a sentence that begins with "it", for "lcm does not apply: it
/// ...".
using MethodSteps = Result<std::vector<MethodStep>>;

/// The plan as it is: direct, and naive, whose messages are the same.
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
/// Of a target with copies: they double in each step; they get shares that they exchange; the pieces are halved and doubled again.
[[nodiscard]] MethodSteps tree_steps(RedistPlan const& plan);
[[nodiscard]] MethodSteps all_gather_steps(RedistPlan const& plan);
[[nodiscard]] MethodSteps halving_steps(RedistPlan const& plan);
/// Of a plan that adds two steps, between which the addends of each share are added; else as it is.
[[nodiscard]] MethodSteps sum_steps(RedistPlan const& plan);

} // namespace tessera::detail
