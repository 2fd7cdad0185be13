// SPDX-License-Identifier: BSD-3-Clause
// Tessera: halos for several steps: fewer messages, but some elements are computed twice.
#include "libcore/comm/halo/wide_halo.hpp"

#include "libcore/base/try.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

namespace {

/// Returns the number of other ranks' elements in all halos that a step computes: with a context, the active ones.
Index computed_in_halos(HaloPlan const& plan, HaloTotals const& totals) {
    if (!plan.where()) return totals.elements;
    Index sum = 0;
    for (Index position = 0; position < plan.mapping().grid().size(); ++position)
        for (HaloMessage const& message : plan.receives(plan.mapping().grid().rank(position)))
            for (HaloBox const& box : message.boxes)
                if (message.from != message.to) sum += plan.where()->context(plan.mapping().array(), box.elements).active();
    return sum;
}

} // namespace

Result<HaloPlan> widened(HaloPlan const& plan, Index steps, Watch const& watch) {
    auto stencil = TRY(plan.stencil().widened(steps, watch));
    return plan.with_stencil(std::move(stencil));
}

Result<std::vector<WideHalo>> wide_halos(HaloPlan const& plan, Index most, Watch const& watch) {
    std::vector<WideHalo> rows;
    Index again = 0;
    Index next = 1; // the next number of steps to return
    Stencil stencil = plan.stencil();
    for (Index steps = 1;; ++steps) {
        auto wide = TRY(plan.with_stencil(stencil));
        auto const shares = TRY(HaloShares::make(wide, watch));
        Index const computed = computed_in_halos(wide, shares.totals());
        if (steps == next || steps == most) {
            rows.push_back({std::move(wide), steps, shares.totals(), again});
            next *= 2;
        }
        if (steps == most) return rows;
        again += computed;
        stencil = TRY(stencil.followed_by(plan.stencil()));
    }
}

} // namespace tessera
