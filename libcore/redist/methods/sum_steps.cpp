// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the method for sums: ranks first collect the addends of their shares, then send the sums to the target.
#include "libcore/redist/methods/detail/steps.hpp"

#include "libcore/base/try.hpp"
#include "libcore/redist/summed_plan.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera::detail {

MethodSteps sum_steps(RedistPlan const& plan) {
    if (!adds(plan)) return one_step(plan);
    auto sum = TRY(summed_plan(plan));
    std::vector<MethodStep> steps;
    steps.push_back({std::move(sum.contributions),
                     fmt::format("{} addends of each element meet and {}", sum.addends, outcome_of(plan.map().op)),
                     std::move(sum.addition)});
    steps.push_back({std::move(sum.delivery), plan.map().op == ReduceOp::Sum ? "the sums go where they are needed"
                                                                             : "the results go where they are needed"});
    return steps;
}

} // namespace tessera::detail
