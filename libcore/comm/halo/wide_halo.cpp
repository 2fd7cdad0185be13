// SPDX-License-Identifier: BSD-3-Clause
// Tessera: halos wide enough for several steps: fewer messages, for elements that are computed twice.
#include "libcore/comm/halo/wide_halo.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

Result<HaloPlan> widened(HaloPlan const& plan, Index steps) {
    auto stencil = plan.stencil().widened(steps);
    if (!stencil) return forward_error(stencil);
    std::vector<bool> periodic;
    for (int d = 0; d < plan.mapping().dims(); ++d) periodic.push_back(plan.axis(d).periodic());
    return HaloPlan::make(plan.mapping(), *std::move(stencil), std::move(periodic));
}

Result<std::vector<WideHalo>> wide_halos(HaloPlan const& plan, Index most, Watch const& watch) {
    std::vector<WideHalo> rows;
    Index again = 0;
    Index next = 1; // the next number of steps that is shown
    for (Index steps = 1; steps <= most; ++steps) {
        auto wide = widened(plan, steps);
        if (!wide) return forward_error(wide);
        auto const shares = HaloShares::make(*wide, watch);
        if (!shares) return forward_error(shares);
        if (steps == next || steps == most) {
            rows.push_back({*std::move(wide), steps, shares->totals(), again});
            next *= 2;
        }
        again += shares->totals().elements;
    }
    return rows;
}

} // namespace tessera
