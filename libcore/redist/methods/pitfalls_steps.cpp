// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the method of the PITFALLS paper: intersects the PITFALLS of every dimension, in one phase.
#include "libcore/redist/methods/detail/steps.hpp"
#include "libcore/redist/methods/pitfalls_factor.hpp"

#include <fmt/format.h>

namespace tessera::detail {

MethodSteps pitfalls_steps(RedistPlan const& plan) {
    int axis = 0;
    for (DimTransfer const& factor : plan.factors()) {
        ++axis;
        if (!pitfalls_of(factor))
            return fail(
                fmt::format("it needs each dimension block, cyclic(m) or *, aligned one to one, but dimension {} is not", axis));
    }
    return one_step(plan);
}

} // namespace tessera::detail
