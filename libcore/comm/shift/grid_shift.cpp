// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array shifted over its own grid, along any number of dimensions at once (pC*, chapter 6).
#include "libcore/comm/shift/grid_shift.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/combinations.hpp"
#include "libcore/base/try.hpp"
#include "libcore/comm/context/context_boxes.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace tessera {
namespace {

constexpr std::array<std::pair<ShiftEdge, std::string_view>, 5> edge_names{{{ShiftEdge::Keep, "keep"},
                                                                            {ShiftEdge::Fill, "fill"},
                                                                            {ShiftEdge::Warn, "warn"},
                                                                            {ShiftEdge::Abort, "abort"},
                                                                            {ShiftEdge::Torus, "torus"}}};

/// Indices of one dimension that move together.
struct Stay {
    Index source = 0;
    Index target = 0;
    Index count = 0;
};

/// Returns the indices that stay in a dimension. On a torus returns also the part that enters at the other end.
std::vector<Stay> stays_of(Index extent, Index distance, bool torus) {
    if (torus && extent > 0) {
        Index const forward = floor_mod(distance, extent);
        if (forward == 0) return {{0, 0, extent}};
        return {{0, forward, extent - forward}, {extent - forward, 0, forward}};
    }
    Index const way = std::clamp(distance, -extent, extent);
    return {{std::max<Index>(0, -way), std::max<Index>(0, way), extent - std::abs(way)}};
}

Result<MultiPlan> plan_of(Mapping const& mapping, Extents const& distance, bool torus) {
    std::vector<std::vector<Stay>> stays;
    std::vector<Index> counts;
    for (std::size_t d = 0; d < distance.size(); ++d) {
        stays.push_back(stays_of(mapping.array().extents[d], distance[d], torus));
        counts.push_back(std::ssize(stays.back()));
    }
    std::vector<RedistPlan> plans;
    std::optional<Error> wrong;
    for_each_combination(counts, [&](std::vector<Index> const& choice) {
        CopyMap map;
        for (std::size_t d = 0; d < choice.size(); ++d) {
            Stay const& stay = stays[d][as_size(choice[d])];
            int const dim = static_cast<int>(d);
            map.axes.push_back({stay.count, CopySide{dim, stay.source, 1}, CopySide{dim, stay.target, 1}});
        }
        auto plan = RedistPlan::make(mapping, mapping, std::move(map));
        if (plan)
            plans.push_back(*std::move(plan));
        else
            wrong = plan.error();
    });
    if (wrong) return tl::unexpected<Error>(*std::move(wrong));
    return MultiPlan::make(std::move(plans));
}

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

std::string_view name_of(ShiftEdge edge) {
    return std::ranges::find(edge_names, edge, &std::pair<ShiftEdge, std::string_view>::first)->second;
}

std::optional<ShiftEdge> shift_edge_named(std::string_view name) {
    for (auto const& [edge, known] : edge_names)
        if (known == name) return edge;
    return std::nullopt;
}

Result<GridShift> GridShift::make(Mapping mapping, Extents distance, ShiftEdge edge, std::optional<Mask> where,
                                  std::optional<Mask> wanted) {
    if (std::ssize(distance) != mapping.dims())
        return fail(fmt::format("a shift has one distance per dimension: {} has {}, and {} given", mapping.array().name,
                                mapping.dims(), distance.size() == 1 ? "one is" : fmt::format("{} are", distance.size())));
    for (Index const way : distance)
        if (way > max_extent || way < -max_extent) return fail(fmt::format("{} is longer than any array", way));
    auto plan = TRY(plan_of(mapping, distance, edge == ShiftEdge::Torus));
    GridShift shift(std::move(mapping), std::move(distance), edge, std::move(plan), std::move(where), std::move(wanted));
    if (edge == ShiftEdge::Abort && shift.lost() > 0)
        return fail(fmt::format("{} of {} elements would leave the array", shift.lost(), shift.mapping().volume()));
    return shift;
}

Index GridShift::lost() const {
    if (edge_ == ShiftEdge::Torus || wanted_) return 0;
    if (where_) return lost_of_context();
    Index staying = 0;
    for (RedistPlan const& each : plan_.plans()) {
        Index product = 1;
        for (Index const extent : each.map().extents()) product *= extent;
        staying += product;
    }
    return mapping_.volume() - staying;
}

/// Evaluates the context only where elements leave the array.
Index GridShift::lost_of_context() const {
    std::vector<PeriodicSet> all;
    std::vector<PeriodicSet> staying;
    for (CopyAxis const& axis : plan_.plans().front().map().axes) {
        all.push_back(PeriodicSet::interval({0, mapping_.array().extents[all.size()]}));
        staying.push_back(PeriodicSet::interval({axis.source->start, axis.source->start + axis.extent}));
    }
    Index sum = 0;
    for (BoxSet const& box : difference(BoxSet(std::move(all)), BoxSet(std::move(staying))))
        sum += where_->context(mapping_.array(), box).active();
    return sum;
}

std::string GridShift::context_text() const {
    std::string text = where_ ? "where " + where_->text() : "";
    if (wanted_) text += (text.empty() ? "to elements where " : ", to elements where ") + wanted_->text();
    return text;
}

std::vector<BoxSet> GridShift::unfilled(Index position) const {
    if (edge_ == ShiftEdge::Torus || !mapping_.holds(position)) return {};
    std::vector<PeriodicSet> reached;
    for (CopyAxis const& axis : plan_.plans().front().map().axes)
        reached.push_back(PeriodicSet::interval({axis.target->start, axis.target->start + axis.extent}));
    std::vector<BoxSet> const all = difference(mapping_.owned(position), BoxSet(std::move(reached)));
    if (!wanted_) return all;
    std::vector<BoxSet> result;
    for (BoxSet const& box : all)
        for (BoxSet& part : active_boxes(box, wanted_->context(mapping_.array(), box))) result.push_back(std::move(part));
    return result;
}

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
