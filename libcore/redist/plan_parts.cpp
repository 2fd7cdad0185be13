// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a plan cut into parts that move one after the other.
#include "libcore/redist/plan_parts.hpp"

#include "libcore/base/require.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

namespace {

/// Restricts the axis to the indices of piece `number` of `pieces`. Pieces differ by at most one index.
void keep_piece(CopyAxis& axis, Index number, Index pieces) {
    Index const length = axis.extent / pieces;
    Index const longer = axis.extent % pieces; // the first `longer` pieces have one more index
    Index const begin = length * number + std::min(number, longer);
    axis.extent = length + (number < longer ? 1 : 0);
    for (auto side : {&CopyAxis::source, &CopyAxis::target})
        if (auto& place = axis.*side) place->start += place->step * begin;
}

/// A part needs no error check: its bytes fit if those of the whole plan fit.
RedistPlan narrowed(RedistPlan const& plan, CopyMap map) {
    return RedistPlan::make(plan.source(), plan.target(), std::move(map)).value();
}

/// Returns the number of messages of the first piece, if the axis is cut into this many pieces.
Index messages_of_piece(RedistPlan const& plan, std::size_t axis, Index pieces) {
    CopyMap map = plan.map();
    keep_piece(map.axes[axis], 0, std::min(pieces, map.axes[axis].extent));
    return narrowed(plan, std::move(map)).totals().messages;
}

} // namespace

PlanParts::PlanParts(MultiPlan plan, Index wanted) : plan_(std::move(plan)) {
    require(wanted >= 1, "PlanParts expects 1 part or more");
    for (RedistPlan const& each : plan_.plans()) {
        cuts_.push_back(cuts_of(each, wanted));
        Index boxes = 1;
        for (Cut const& cut : cuts_.back()) boxes *= cut.pieces;
        boxes_.push_back(boxes);
        count_ = std::max(count_, boxes);
    }
}

std::vector<PlanParts::Cut> PlanParts::cuts_of(RedistPlan const& plan, Index wanted) {
    auto const& axes = plan.map().axes;
    std::vector<std::pair<Index, std::size_t>> candidates; // messages of a piece, and the axis
    for (std::size_t axis = 0; axis < axes.size() && wanted > 1; ++axis)
        if (axes[axis].extent > 1) candidates.emplace_back(messages_of_piece(plan, axis, wanted), axis);
    std::ranges::stable_sort(candidates, std::greater<>(), &std::pair<Index, std::size_t>::first);
    std::vector<Cut> cuts;
    for (auto const& [messages, axis] : candidates) {
        Index const pieces = std::min(wanted, axes[axis].extent);
        cuts.push_back({axis, pieces});
        wanted /= pieces;
        if (wanted < 2) break;
    }
    return cuts;
}

PlanParts::Part PlanParts::part(Index number) const {
    require(0 <= number && number < count_, "PlanParts: there is no part of this number");
    std::vector<RedistPlan> plans;
    std::vector<std::size_t> arrays;
    for (std::size_t i = 0; i < plan_.plans().size(); ++i) {
        if (number >= boxes_[i]) continue;
        CopyMap map = plan_.plans()[i].map();
        Index rest = number;
        for (Cut const& cut : cuts_[i]) {
            keep_piece(map.axes[cut.axis], rest % cut.pieces, cut.pieces);
            rest /= cut.pieces;
        }
        plans.push_back(narrowed(plan_.plans()[i], std::move(map)));
        arrays.push_back(i);
    }
    return {MultiPlan::make(std::move(plans)).value(), std::move(arrays)};
}

} // namespace tessera
