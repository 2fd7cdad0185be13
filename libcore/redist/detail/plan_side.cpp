// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one side of a plan: its mapping, addressed by the axes of the iteration space.
#include "libcore/redist/detail/plan_side.hpp"

#include <algorithm>
#include <utility>

namespace tessera::detail {

PlanSide::PlanSide(Mapping mapping, std::vector<std::optional<CopySide>> axes)
    : mapping_(std::move(mapping)), axes_(std::move(axes)), in_order_(std::ssize(axes_) == mapping_.dims()) {
    for (std::size_t axis = 0; axis < axes_.size(); ++axis)
        in_order_ = in_order_ && axes_[axis] && axes_[axis]->dim == static_cast<int>(axis);
}

DimMapping PlanSide::along(int axis, Index extent) const {
    auto const& named = side(axis);
    if (!named) return DimMapping::whole(extent);
    DimMapping const& dim = mapping_.dim(named->dim);
    bool const identity = named->start == 0 && named->step == 1 && extent == dim.extent();
    return identity ? dim : dim.preimage(named->start, named->step, extent);
}

std::optional<int> PlanSide::processor_dim(int axis) const {
    auto const& named = side(axis);
    return named ? mapping_.processor_dim(named->dim) : std::nullopt;
}

Index PlanSide::coord(Index position, int axis) const {
    auto const& named = side(axis);
    return named ? mapping_.dim_coord(position, named->dim) : 0;
}

Extents PlanSide::coords(Index position) const {
    Extents result(axes_.size());
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) result[axis] = coord(position, static_cast<int>(axis));
    return result;
}

Index PlanSide::position_of(std::span<Index const> axis_coords, Index replica) const {
    if (in_order_) return mapping_.position_of(axis_coords, replica);
    Extents dim_coords(as_size(mapping_.dims()));
    for (std::size_t axis = 0; axis < axes_.size(); ++axis)
        if (auto const& named = axes_[axis]) dim_coords[as_size(named->dim)] = axis_coords[axis];
    return mapping_.position_of(dim_coords, replica);
}

std::optional<Index> PlanSide::holder(Rank rank) const {
    auto const position = grid().position(rank);
    return position && mapping_.holds(*position) ? position : std::nullopt;
}

std::vector<Rank> PlanSide::holders() const {
    std::vector<Rank> ranks;
    for (Index position = 0; position < grid().size(); ++position)
        if (mapping_.holds(position)) ranks.push_back(grid().rank(position));
    std::ranges::sort(ranks);
    return ranks;
}

BoxSet PlanSide::image(BoxSet const& box) const {
    std::vector<PeriodicSet> dims(as_size(mapping_.dims()));
    for (std::size_t axis = 0; axis < axes_.size(); ++axis)
        if (auto const& named = axes_[axis]) dims[as_size(named->dim)] = box.dims()[axis].affine_image(named->step, named->start);
    return BoxSet(std::move(dims));
}

} // namespace tessera::detail
