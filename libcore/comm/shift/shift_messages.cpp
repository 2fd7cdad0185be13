// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a shift.
#include "libcore/comm/context/context_boxes.hpp"
#include "libcore/comm/shift/grid_shift.hpp"

#include <algorithm>
#include <utility>

namespace tessera {
namespace {

BoxSet moved(BoxSet const& box, CopyMap const& map, std::optional<CopySide> CopyAxis::*side) {
    std::vector<PeriodicSet> dims;
    for (std::size_t d = 0; d < box.dims().size(); ++d) dims.push_back(box.dims()[d].shifted((map.axes[d].*side)->start));
    return BoxSet(std::move(dims));
}

/// Returns the parts of a box of the iteration space whose elements move.
std::vector<BoxSet> active_parts(GridShift const& shift, RedistPlan const& plan, BoxSet const& box) {
    ArraySpec const& array = shift.mapping().array();
    Context active = Context::everywhere(box.count());
    if (shift.where()) active = shift.where()->context(array, moved(box, plan.map(), &CopyAxis::source));
    if (shift.wanted()) active = active.and_in(shift.wanted()->context(array, moved(box, plan.map(), &CopyAxis::target)));
    return active_boxes(box, active);
}

} // namespace

std::vector<ShiftMessage> GridShift::active_of(std::vector<MultiMessage> const& messages) const {
    std::vector<ShiftMessage> result;
    for (MultiMessage const& message : messages) {
        ShiftMessage active{message.from, message.to, 0, {}};
        for (MultiMessage::Part const& part : message.parts) {
            RedistPlan const& plan = plan_.plans()[as_size(part.plan)];
            BoxSet const box = plan.box(part.message);
            for (BoxSet const& each : selects() ? active_parts(*this, plan, box) : std::vector{box}) {
                active.elements += each.count();
                active.parts.push_back({as_size(part.plan), each});
            }
        }
        if (active.elements > 0) result.push_back(std::move(active));
    }
    return result;
}

std::vector<ShiftMessage> GridShift::sends(Rank rank) const {
    return active_of(plan_.sends(rank));
}

std::vector<ShiftMessage> GridShift::receives(Rank rank) const {
    return active_of(plan_.receives(rank));
}

RedistTotals GridShift::totals() const {
    if (!selects()) return plan_.totals();
    RedistTotals totals;
    std::vector<Index> received(as_size(plan_.ranks()), 0);
    for (Rank const rank : plan_.senders()) {
        Index sent = 0;
        for (ShiftMessage const& message : sends(rank)) {
            (message.from == message.to ? totals.kept : totals.moved) += message.elements;
            if (message.from == message.to) continue;
            ++sent;
            ++received[as_size(message.to)];
        }
        totals.messages += sent;
        totals.max_sends = std::max(totals.max_sends, sent);
    }
    for (Index const count : received) totals.max_receives = std::max(totals.max_receives, count);
    totals.elements = totals.moved + totals.kept;
    totals.bytes_moved = totals.moved * mapping_.array().type.bytes;
    return totals;
}

Result<MessageSet> messages_of(GridShift const& shift) {
    if (!shift.selects()) return MessageSet::of(shift.plan());
    std::vector<MessageSet::Triple> triples;
    std::vector<Rank> ranks;
    ProcessorGrid const& grid = shift.mapping().grid();
    for (Index position = 0; position < grid.size(); ++position) {
        ranks.push_back(grid.rank(position));
        for (ShiftMessage const& message : shift.sends(grid.rank(position)))
            triples.push_back({message.from, message.to, message.elements * shift.mapping().array().type.bytes});
    }
    return MessageSet::of(triples, ranks);
}

} // namespace tessera
