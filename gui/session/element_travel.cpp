// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the target or the source of one element of a remap.
#include "gui/session/element_travel.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>

namespace tessera::gui {
namespace {

/// Returns the iteration index of an index on one side of a copy map.
std::optional<Index> iterationIndex(CopySide const& side, Index index, Index extent) {
    Index const distance = index - side.start;
    if (distance % side.step != 0) return std::nullopt;
    Index const k = distance / side.step;
    return k >= 0 && k < extent ? std::optional(k) : std::nullopt;
}

Selection::Side otherSide(Selection::Side side) {
    return side == Selection::Side::Source ? Selection::Side::Target : Selection::Side::Source;
}

DimGroups const& groupsOn(CopyMap const& map, Selection::Side side) {
    return side == Selection::Side::Source ? map.source_groups : map.target_groups;
}

/// Returns the index in the shape that the copy map names. It differs for a reshape.
Extents groupedOn(RedistPlan const& plan, Selection::Side side, Extents const& element) {
    return grouped_index(mappingOn(plan, side).array(), groupsOn(plan.map(), side), element);
}

} // namespace

Mapping const& mappingOn(RedistPlan const& plan, Selection::Side side) {
    return (side == Selection::Side::Source ? plan.source() : plan.target()).declared();
}

std::optional<Extents> partnerOf(RedistPlan const& plan, Selection::Side side, Extents const& element) {
    CopyMap const& map = plan.map();
    Extents const here = groupedOn(plan, side, element);
    Extents other(as_size((side == Selection::Side::Source ? plan.target() : plan.source()).dims()), 0);
    for (CopyAxis const& axis : map.axes) {
        auto const& from = side == Selection::Side::Source ? axis.source : axis.target;
        auto const& to = side == Selection::Side::Source ? axis.target : axis.source;
        auto const k = from ? iterationIndex(*from, here[as_size(from->dim)], axis.extent) : std::optional<Index>(0);
        if (!k) return std::nullopt;
        if (to) other[as_size(to->dim)] = to->start + to->step * *k;
    }
    return declared_index(mappingOn(plan, otherSide(side)).array(), groupsOn(map, otherSide(side)), other);
}

std::optional<Selection::Pair> messageOf(RedistPlan const& plan, Selection::Side side, Extents const& element) {
    bool const fromSource = side == Selection::Side::Source;
    auto const there = partnerOf(plan, side, element);
    if (!there) return std::nullopt;
    Extents const& before = fromSource ? element : *there;
    Extents const inMessage = groupedOn(plan, Selection::Side::Source, before);
    auto const holders = mappingOn(plan, Selection::Side::Source).owners(before);
    for (Owner const& receiver : mappingOn(plan, Selection::Side::Target).owners(fromSource ? *there : element)) {
        if (std::ranges::find(holders, receiver.rank, &Owner::rank) != holders.end()) continue;
        for (Message const& message : plan.receives(receiver.rank))
            if (plan.source_box(message).contains(inMessage)) return Selection::Pair{message.from, message.to};
    }
    return std::nullopt;
}

} // namespace tessera::gui
