// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the one dimension of a redistribution that changes from cyclic(x) to cyclic(y).
#include "libcore/redist/methods/cyclic_change.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/units.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace tessera {

namespace {

std::vector<int> changing_axes(RedistPlan const& plan) {
    std::vector<int> axes;
    int axis = 0;
    for (DimTransfer const& factor : plan.factors()) {
        if (!(factor.source() == factor.target())) axes.push_back(axis);
        ++axis;
    }
    return axes;
}

/// Returns the first distributed axis, or 0 if there is none.
int distributed_axis(RedistPlan const& plan) {
    auto const factors = plan.factors();
    auto const shared = [](DimTransfer const& factor) { return factor.source().coords() > 1; };
    auto const found = std::ranges::find_if(factors, shared);
    return found == factors.end() ? 0 : static_cast<int>(found - factors.begin());
}

/// Returns a longer block size, a multiple of the other side's, if one block holds everything anyway.
Index widened(Index block, Index other, Index extent) {
    return block < extent || other >= extent ? block : ceil_div(extent, other) * other;
}

} // namespace

Index CyclicChange::target_count(Index p) const {
    Index const blocks = extent / y; // complete blocks
    Index const last = blocks % processors;
    return blocks / processors * y + (p < last ? y : p == last ? extent % y : 0);
}

std::optional<Index> cyclic_block_size(DimMapping const& mapping) {
    if (mapping.extent() == 0) return 1;
    auto const [run, owner] = mapping.segment_at(0);
    if (owner != 0) return std::nullopt;
    auto const textbook = DimMapping::distributed(DistFormat::cyclic(run.size()), mapping.extent(), mapping.coords());
    if (!textbook || !(*textbook == mapping)) return std::nullopt;
    return run.size();
}

Result<CyclicChange> cyclic_change(RedistPlan const& plan) {
    auto const axes = changing_axes(plan);
    if (axes.size() > 1)
        return fail(fmt::format("it redistributes one dimension, but here {} change; use 'indirect' for one after the other",
                                counted(std::ssize(axes), "dimension")));
    int const axis = axes.empty() ? distributed_axis(plan) : axes.front();
    DimTransfer const& factor = plan.factors()[as_size(axis)];
    Index const before = factor.source().coords();
    Index const after = factor.target().coords();
    if (before != after)
        return fail(fmt::format("dimension {} is on {} before and on {} after; its formulas need the same number", axis + 1,
                                counted(before, "processor coordinate"), after));
    auto const x = cyclic_block_size(factor.source());
    auto const y = cyclic_block_size(factor.target());
    if (!x || !y)
        return fail(fmt::format("dimension {} is not block or cyclic(m) {}; its formulas are for these, aligned one to one",
                                axis + 1, x ? "after" : "before"));
    Index const extent = factor.extent();
    return CyclicChange{axis, extent, widened(*x, *y, extent), widened(*y, *x, extent), before};
}

} // namespace tessera
