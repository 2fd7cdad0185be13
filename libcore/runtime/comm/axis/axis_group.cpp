// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the group of ranks that hold parts of the same lines.
#include "libcore/runtime/comm/axis/axis_group.hpp"

#include <algorithm>
#include <vector>

namespace tessera {
namespace {

constexpr int axis_group_tag = 0;

} // namespace

Rank AxisGroup::number_of(AxisPlan const& plan, Index position, Index coord) {
    std::vector<Rank> const group = plan.group(position);
    return static_cast<Rank>(std::ranges::count_if(group, [&](Rank other) { return other < group[as_size(coord)]; }));
}

std::optional<AxisGroup> AxisGroup::of(Communicator const& all, AxisPlan const& plan) {
    Mapping const& mapping = plan.mapping();
    auto const position = mapping.grid().position(all.rank());
    if (!position || !mapping.holds(*position)) return std::nullopt;
    std::vector<Rank> ranks = plan.group(*position);
    std::ranges::sort(ranks);
    return AxisGroup{Communicator::of_group(all.handle(), ranks, axis_group_tag), plan.lines(*position),
                     LocalLayout(mapping, *position), mapping.dim_coord(*position, plan.dim())};
}

} // namespace tessera
