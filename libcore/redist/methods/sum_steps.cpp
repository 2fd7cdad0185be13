// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sums: the addends meet in shares, and these go on.
#include "libcore/redist/methods/detail/steps.hpp"

#include "libcore/redist/summed_plan.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera::detail {

MethodSteps sum_steps(RedistPlan const& plan) {
    if (!adds(plan)) return one_step(plan);
    auto sum = summed_plan(plan);
    if (!sum) return forward_error(sum);
    std::vector<MethodStep> steps;
    steps.push_back({std::move(sum->contributions), fmt::format("{} addends of each element meet and are added", sum->addends),
                     std::move(sum->addition)});
    steps.push_back({std::move(sum->delivery), "the sums go where they are wanted"});
    return steps;
}

} // namespace tessera::detail
