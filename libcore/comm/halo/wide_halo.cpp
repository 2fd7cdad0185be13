// SPDX-License-Identifier: BSD-3-Clause
// Tessera: halos wide enough for several steps: fewer messages, for elements that are computed twice.
#include "libcore/comm/halo/wide_halo.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

namespace {

/// The same array and edges with another stencil.
Result<HaloPlan> with_stencil(HaloPlan const& plan, Stencil stencil) {
    std::vector<bool> periodic;
    for (int d = 0; d < plan.mapping().dims(); ++d) periodic.push_back(plan.axis(d).periodic());
    return HaloPlan::make(plan.mapping(), std::move(stencil), std::move(periodic));
}

} // namespace

Result<HaloPlan> widened(HaloPlan const& plan, Index steps, Watch const& watch) {
    auto stencil = plan.stencil().widened(steps, watch);
    if (!stencil) return forward_error(stencil);
    return with_stencil(plan, *std::move(stencil));
}

Result<std::vector<WideHalo>> wide_halos(HaloPlan const& plan, Index most, Watch const& watch) {
    std::vector<WideHalo> rows;
    Index again = 0;
    Index next = 1; // the next number of steps that is shown
    Result<Stencil> stencil = plan.stencil();
    for (Index steps = 1;; ++steps) {
        auto wide = with_stencil(plan, *stencil);
        if (!wide) return forward_error(wide);
        auto const shares = HaloShares::make(*wide, watch);
        if (!shares) return forward_error(shares);
        if (steps == next || steps == most) {
            rows.push_back({*std::move(wide), steps, shares->totals(), again});
            next *= 2;
        }
        if (steps == most) return rows;
        again += shares->totals().elements;
        stencil = stencil->followed_by(plan.stencil());
        if (!stencil) return forward_error(stencil);
    }
}

} // namespace tessera
