// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a halo exchange, which give every rank the elements that its computation reads.
#include "libcore/comm/halo/halo_plan.hpp"

#include "libcore/base/combinations.hpp"
#include "libcore/base/try.hpp"
#include "libcore/comm/halo/places_read.hpp"
#include "libcore/sets/disjoint_boxes.hpp"
#include "libcore/sets/widened.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace tessera {
namespace {

/// Returns the parts of `part` whose places are read.
std::vector<HaloBox> boxes_read(HaloPlan const& plan, Index position, HaloBox part) {
    if (!plan.where()) return {std::move(part)};
    auto const moved = [&](BoxSet const& box, Index way) {
        std::vector<PeriodicSet> dims;
        for (std::size_t d = 0; d < part.distance.size(); ++d) dims.push_back(box.dims()[d].shifted(way * part.distance[d]));
        return BoxSet(std::move(dims));
    };
    std::vector<HaloBox> boxes;
    for (BoxSet const& places : places_read(plan.mapping(), position, plan.stencil(), *plan.where(), moved(part.elements, 1)))
        boxes.push_back({moved(places, -1), part.distance});
    return boxes;
}

/// Returns the number of sets in each dimension's list, from which boxes are combined.
template <class Item>
std::vector<Index> counts_of(std::vector<std::vector<Item>> const& lists) {
    std::vector<Index> counts;
    for (auto const& list : lists) counts.push_back(std::ssize(list));
    return counts;
}

/// Adds the places that one box of offsets reaches, except those that the position owns.
void add_places(std::vector<HaloAxis::Reach> const& reaches, std::vector<BoxSet>& boxes) {
    std::vector<std::vector<PeriodicSet>> lists;
    for (HaloAxis::Reach const& reach : reaches) {
        lists.push_back(reach.own);
        lists.back().insert(lists.back().end(), reach.others.begin(), reach.others.end());
    }
    for_each_combination(counts_of(lists), [&](std::vector<Index> const& choice) {
        std::vector<PeriodicSet> dims;
        bool own = true;
        for (std::size_t d = 0; d < choice.size(); ++d) {
            own = own && choice[d] < std::ssize(reaches[d].own);
            dims.push_back(lists[d][as_size(choice[d])]);
        }
        if (!own) boxes.emplace_back(std::move(dims));
    });
}

/// Returns the elements of `own` from which the stencil reaches other ranks, as at most three sets that may overlap.
std::vector<PeriodicSet> boundary_sets(HaloAxis const& axis, Index coord, ShadowWidth width) {
    Run const bounds = axis.mapping().owned(coord).bounds();
    std::vector<PeriodicSet> sets;
    for (PeriodicSet const& halo : axis.reach(coord, {-width.low, width.high + 1}).others)
        sets.push_back(widened(halo, width.high, width.low).clipped(bounds));
    return sets;
}

/// Returns the number of elements of `own` that lie in none of the sets. Uses inclusion and exclusion, because the union of the
/// sets need not be periodic.
Index count_in_none(PeriodicSet const& own, std::vector<PeriodicSet> const& sets) {
    Index count = 0;
    for (unsigned chosen = 0; chosen < 1U << sets.size(); ++chosen) {
        PeriodicSet common = own;
        Index sign = 1;
        for (std::size_t i = 0; i < sets.size(); ++i) {
            if ((chosen >> i & 1U) == 0) continue;
            common = intersection(common, sets[i]);
            sign = -sign;
        }
        count += sign * common.count();
    }
    return count;
}

Result<std::vector<HaloAxis>> axes_of(Mapping const& mapping, Stencil const& stencil, std::vector<bool> periodic) {
    int const dims = mapping.dims();
    if (stencil.dims() != dims) return fail(fmt::format("a stencil of {} dimensions on an array of {}", stencil.dims(), dims));
    if (periodic.empty()) periodic.resize(as_size(dims), false);
    if (std::ssize(periodic) != dims) return fail(fmt::format("expected for each of {} dimensions whether it is periodic", dims));
    std::vector<HaloAxis> axes;
    for (int d = 0; d < dims; ++d) {
        ShadowWidth const width = stencil.widths()[as_size(d)];
        Index const reach = std::max(width.low, width.high);
        if (periodic[as_size(d)] && reach > mapping.dim(d).extent())
            return fail(
                fmt::format("dimension {} is periodic and has {} indices, and the stencil reaches {} far: more than once around",
                            d + 1, mapping.dim(d).extent(), reach));
        axes.emplace_back(mapping.dim(d), periodic[as_size(d)]);
    }
    return axes;
}

} // namespace

Result<HaloPlan> HaloPlan::make(Mapping mapping, Stencil stencil, std::vector<bool> periodic, std::optional<Mask> where) {
    auto axes = TRY(axes_of(mapping, stencil, std::move(periodic)));
    return HaloPlan(
        std::make_shared<State const>(State{std::move(mapping), std::move(stencil), std::move(axes), std::move(where)}));
}

Result<HaloPlan> HaloPlan::with_stencil(Stencil stencil) const {
    std::vector<bool> periodic;
    for (HaloAxis const& axis : state_->axes) periodic.push_back(axis.periodic());
    return make(mapping(), std::move(stencil), std::move(periodic), where());
}

std::vector<BoxSet> HaloPlan::places(Index position) const {
    auto const all = places_of_all(position);
    if (!where()) return all;
    std::vector<BoxSet> read;
    for (BoxSet const& box : all)
        std::ranges::move(places_read(mapping(), position, stencil(), *where(), box), std::back_inserter(read));
    return read;
}

std::vector<BoxSet> HaloPlan::places_of_all(Index position) const {
    std::vector<BoxSet> boxes;
    if (!mapping().holds(position)) return boxes;
    for (Stencil::OffsetBox const& offsets : stencil().boxes()) {
        std::vector<HaloAxis::Reach> reaches;
        for (int d = 0; d < mapping().dims(); ++d)
            reaches.push_back(axis(d).reach(mapping().dim_coord(position, d), offsets[as_size(d)]));
        add_places(reaches, boxes);
    }
    if (stencil().boxes().size() == 1) return boxes;
    // Large boxes come first, so that the boxes they contain are dropped at once. A star over many steps has many of those.
    std::ranges::stable_sort(boxes, std::ranges::greater(), &BoxSet::count);
    return disjoint_boxes(boxes);
}

std::vector<HaloMessage> HaloPlan::messages_to(Index to, std::optional<Index> from) const {
    Index const replica = mapping().holds(to) ? mapping().replica(to) : 0;
    std::map<Index, HaloMessage> messages; // indexed by the sender's position
    for (BoxSet const& box : places_of_all(to)) {
        std::vector<std::vector<HaloAxis::Piece>> lists;
        for (int d = 0; d < mapping().dims(); ++d) {
            lists.push_back(axis(d).pieces(box.dims()[as_size(d)]));
            if (from) std::erase_if(lists.back(), [&](auto const& piece) { return piece.owner != mapping().dim_coord(*from, d); });
        }
        for_each_combination(counts_of(lists), [&](std::vector<Index> const& choice) {
            std::vector<PeriodicSet> elements;
            Extents distance;
            Extents owners;
            for (std::size_t d = 0; d < choice.size(); ++d) {
                HaloAxis::Piece const& piece = lists[d][as_size(choice[d])];
                elements.push_back(piece.elements);
                distance.push_back(piece.distance);
                owners.push_back(piece.owner);
            }
            Index const sender = mapping().position_of(owners, replica);
            for (HaloBox& part : boxes_read(*this, to, {BoxSet(std::move(elements)), std::move(distance)})) {
                HaloMessage& message = messages[sender];
                message.elements += part.elements.count();
                message.boxes.push_back(std::move(part));
            }
        });
    }
    std::vector<HaloMessage> result;
    for (auto& [sender, message] : messages) {
        message.from_position = sender;
        message.to_position = to;
        message.from = mapping().grid().rank(sender);
        message.to = mapping().grid().rank(to);
        result.push_back(std::move(message));
    }
    return result;
}

std::vector<HaloMessage> HaloPlan::receives(Rank rank) const {
    auto const position = mapping().grid().position(rank);
    if (!position) return {};
    auto messages = messages_to(*position, std::nullopt);
    std::ranges::sort(messages, {}, &HaloMessage::from);
    return messages;
}

/// A rank that reads an element at offset o owns the element at offset -o from it.
std::vector<Index> HaloPlan::readers_of(Index position) const {
    std::set<Index> readers;
    if (!mapping().holds(position)) return {};
    Index const replica = mapping().replica(position);
    for (Stencil::OffsetBox const& offsets : stencil().boxes()) {
        std::vector<std::vector<Index>> lists;
        for (int d = 0; d < mapping().dims(); ++d) {
            Run const backwards{1 - offsets[as_size(d)].end, 1 - offsets[as_size(d)].begin};
            auto const reach = axis(d).reach(mapping().dim_coord(position, d), backwards);
            std::set<Index> owners;
            for (auto const* sets : {&reach.own, &reach.others})
                for (PeriodicSet const& set : *sets)
                    for (HaloAxis::Piece const& piece : axis(d).pieces(set)) owners.insert(piece.owner);
            lists.emplace_back(owners.begin(), owners.end());
        }
        for_each_combination(counts_of(lists), [&](std::vector<Index> const& choice) {
            Extents coords;
            for (std::size_t d = 0; d < choice.size(); ++d) coords.push_back(lists[d][as_size(choice[d])]);
            readers.insert(mapping().position_of(coords, replica));
        });
    }
    return {readers.begin(), readers.end()};
}

std::vector<HaloMessage> HaloPlan::sends(Rank rank) const {
    auto const position = mapping().grid().position(rank);
    if (!position) return {};
    std::vector<HaloMessage> result;
    for (Index const reader : readers_of(*position))
        for (HaloMessage& message : messages_to(reader, *position))
            if (message.from_position == *position) result.push_back(std::move(message));
    std::ranges::sort(result, {}, &HaloMessage::to);
    return result;
}

BoxSet HaloPlan::interior(Index position) const {
    std::vector<PeriodicSet> dims;
    for (int d = 0; d < mapping().dims(); ++d) {
        if (!mapping().holds(position)) return BoxSet(std::vector<PeriodicSet>(as_size(mapping().dims())));
        Index const coord = mapping().dim_coord(position, d);
        PeriodicSet inner = axis(d).mapping().owned(coord);
        for (PeriodicSet const& boundary : boundary_sets(axis(d), coord, stencil().widths()[as_size(d)]))
            if (!inner.empty()) inner = intersection(inner, boundary.complement(inner.bounds()));
        dims.push_back(std::move(inner));
    }
    return BoxSet(std::move(dims));
}

Index HaloPlan::interior_count(Index position) const {
    if (!mapping().holds(position)) return 0;
    Index product = 1;
    for (int d = 0; d < mapping().dims(); ++d) {
        Index const coord = mapping().dim_coord(position, d);
        product *= count_in_none(axis(d).mapping().owned(coord), boundary_sets(axis(d), coord, stencil().widths()[as_size(d)]));
    }
    return product;
}

std::vector<BoxSet> HaloPlan::boundary(Index position) const {
    return difference(mapping().owned(position), interior(position));
}

} // namespace tessera
