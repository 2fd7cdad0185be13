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

} // namespace

std::optional<Extents> partnerOf(CopyMap const& map, Selection::Side side, Extents const& element, int dims) {
    Extents other(as_size(dims), 0);
    for (CopyAxis const& axis : map.axes) {
        auto const& from = side == Selection::Side::Source ? axis.source : axis.target;
        auto const& to = side == Selection::Side::Source ? axis.target : axis.source;
        auto const k = from ? iterationIndex(*from, element[as_size(from->dim)], axis.extent) : std::optional<Index>(0);
        if (!k) return std::nullopt;
        if (to) other[as_size(to->dim)] = to->start + to->step * *k;
    }
    return other;
}

std::optional<Selection::Pair> messageOf(RedistPlan const& plan, Selection::Side side, Extents const& element) {
    bool const fromSource = side == Selection::Side::Source;
    auto const there = partnerOf(plan.map(), side, element, (fromSource ? plan.target() : plan.source()).dims());
    if (!there) return std::nullopt;
    Extents const& before = fromSource ? element : *there;
    auto const holders = plan.source().owners(before);
    for (Owner const& receiver : plan.target().owners(fromSource ? *there : element)) {
        if (std::ranges::find(holders, receiver.rank, &Owner::rank) != holders.end()) continue;
        for (Message const& message : plan.receives(receiver.rank))
            if (plan.source_box(message).contains(before)) return Selection::Pair{message.from, message.to};
    }
    return std::nullopt;
}

} // namespace tessera::gui
