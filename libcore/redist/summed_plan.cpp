// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a redistribution that adds up, as two that do not.
#include "libcore/redist/summed_plan.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <tuple>
#include <utility>

namespace tessera {
namespace {

bool is_added(CopyAxis const& axis) {
    return !axis.target && axis.extent != 1;
}

/// The parts of one dimension, each cut into `pieces`, as a format: blocks where they lie one behind the other.
std::optional<DistFormat> finer_format(DimMapping const& dim, Index pieces) {
    if (dim.coords() * pieces == 1) return DistFormat::collapsed();
    std::vector<Index> sizes;
    Index end = 0;
    bool in_order = true;
    for (Index coord = 0; coord < dim.coords(); ++coord) {
        PeriodicSet const part = dim.owned(coord);
        in_order = in_order && (part.empty() || (part.is_interval() && part.bounds().begin == end));
        if (!part.empty()) end = part.bounds().end;
        Index const piece = ceil_div(part.count(), pieces);
        for (Index k = 0; k < pieces; ++k) sizes.push_back(std::clamp<Index>(part.count() - k * piece, 0, piece));
    }
    if (in_order) return DistFormat::gen_block(std::move(sizes));
    constexpr Index longest_list = Index{1} << 20;
    if (dim.extent() > longest_list) return std::nullopt;
    std::vector<Index> owners(as_size(dim.extent()));
    for (Index coord = 0; coord < dim.coords(); ++coord) {
        PeriodicSet const part = dim.owned(coord);
        Index const piece = std::max<Index>(ceil_div(part.count(), pieces), 1);
        for (Index k = 0; k < part.count(); ++k) owners[as_size(part.element(k))] = coord * pieces + k / piece;
    }
    return DistFormat::indirect(std::move(owners));
}

/// The ranks of the shares: as the target's, but that copy r of a part has piece r of it along `cut`. Row-major.
std::vector<Rank> share_ranks(Mapping const& target, int cut) {
    Extents coords(as_size(target.dims()), 0);
    std::vector<Rank> ranks;
    for (;;) {
        // Row-major over the dimensions; the pieces of a part follow the part's coordinate at once.
        Extents part = coords;
        Index const copy = part[as_size(cut)] % target.replicas();
        part[as_size(cut)] /= target.replicas();
        ranks.push_back(target.grid().rank(target.position_of(part, copy)));
        int d = target.dims() - 1;
        for (; d >= 0; --d) {
            Index const extent = target.dim(d).coords() * (d == cut ? target.replicas() : 1);
            if (++coords[as_size(d)] < extent) break;
            coords[as_size(d)] = 0;
        }
        if (d < 0) return ranks;
    }
}

/// The target without its copies: along dimension `cut` each of them has a part. Nothing where no format says it.
std::optional<Mapping> shares_along(Mapping const& target, int cut) {
    MappingSpec spec;
    spec.array = target.array();
    spec.array.shadow.clear();
    for (int d = 0; d < target.dims(); ++d) {
        Index const pieces = d == cut ? target.replicas() : 1;
        auto format = finer_format(target.dim(d), pieces);
        if (!format) return std::nullopt;
        if (format->kind != DistFormat::Kind::Collapsed) spec.processors.extents.push_back(target.dim(d).coords() * pieces);
        spec.formats.push_back(*std::move(format));
    }
    spec.processors.name = "shares";
    spec.processors.lower.assign(spec.processors.extents.size(), 1);
    spec.processors.ranks = share_ranks(target, cut);
    auto made = Mapping::make(std::move(spec));
    return made ? std::optional(*std::move(made)) : std::nullopt;
}

/// A mapping with the added dimensions, whole on every rank that has a part: last in Fortran's order, first in C's.
Result<Mapping> with_addends(Mapping const& shares, CopyMap const& map) {
    MappingSpec spec = shares.spec();
    Extents extents;
    for (CopyAxis const& axis : map.axes)
        if (is_added(axis)) extents.push_back(axis.extent);
    bool const last = spec.array.order == StorageOrder::Fortran;
    auto const at = [&](auto const& list) { return last ? list.end() : list.begin(); };
    spec.array.lower.insert(at(spec.array.lower), extents.size(), 0);
    spec.array.extents.insert(at(spec.array.extents), extents.begin(), extents.end());
    if (!spec.target) spec.formats.insert(at(spec.formats), extents.size(), DistFormat::collapsed());
    if (!last)
        for (AlignAxis& axis : spec.align)
            if (axis.kind == AlignAxis::Kind::Affine) axis.array_dim += static_cast<int>(extents.size());
    return Mapping::make(std::move(spec));
}

/// Every element of the space of the sum, to where it is added.
CopyMap contribution_map(CopyMap map, int dims, StorageOrder order) {
    auto const added = static_cast<int>(std::ranges::count_if(map.axes, is_added));
    int next = order == StorageOrder::Fortran ? dims : 0;
    for (CopyAxis& axis : map.axes) {
        if (is_added(axis))
            axis.target = CopySide{next++, 0, 1};
        else if (axis.target && order == StorageOrder::C)
            axis.target->dim += added;
    }
    return map;
}

/// What the target gets, from the same places of the shares.
CopyMap delivery_map(CopyMap const& map) {
    CopyMap delivered;
    for (CopyAxis const& axis : map.axes)
        if (axis.target) delivered.axes.push_back({axis.extent, axis.target, axis.target});
    return delivered;
}

Result<SummedPlan> by_way_of(RedistPlan const& plan, Mapping const& shares) {
    auto between = with_addends(shares, plan.map());
    if (!between) return forward_error(between);
    ArraySpec const& array = plan.target().array();
    auto there = RedistPlan::make(plan.source(), *std::move(between), contribution_map(plan.map(), array.dims(), array.order));
    if (!there) return forward_error(there);
    auto on = RedistPlan::make(shares, plan.target(), delivery_map(plan.map()));
    if (!on) return forward_error(on);
    auto added = RedistPlan::make(plan.source(), shares, plan.map());
    if (!added) return forward_error(added);
    return SummedPlan{*std::move(there), *std::move(on), *std::move(added), addends_of(plan.map())};
}

/// The target's own mapping without its shadow and padding.
Mapping unshadowed(Mapping const& target) {
    MappingSpec spec = target.spec();
    spec.array.shadow.clear();
    spec.leading.reset();
    return Mapping::make(std::move(spec)).value();
}

} // namespace

bool adds(CopyMap const& map) {
    return std::ranges::any_of(map.axes, is_added);
}

bool adds(RedistPlan const& plan) {
    return adds(plan.map());
}

bool adds(MultiPlan const& plan) {
    return std::ranges::any_of(plan.plans(), [](RedistPlan const& each) { return adds(each); });
}

bool adds_in_place(RedistPlan const& plan) {
    Extents const& from = plan.source().array().extents;
    Extents const& to = plan.target().array().extents;
    if (!adds(plan) || from.size() != to.size() + 1) return false;
    CopyMap map = CopyMap::identity(from);
    map.axes.back().target.reset();
    map.op = plan.map().op;
    return plan.map() == map && std::equal(to.begin(), to.end(), from.begin());
}

Index addends_of(CopyMap const& map) {
    Index count = 1;
    for (CopyAxis const& axis : map.axes)
        if (is_added(axis)) count *= axis.extent; // the plan has checked the product of all axes
    return count;
}

Result<SummedPlan> summed_plan(RedistPlan const& plan) {
    Mapping const& target = plan.target();
    if (target.replicas() == 1) return by_way_of(plan, unshadowed(target));
    std::optional<SummedPlan> best;
    std::tuple<Index, Index> least;
    for (int cut = 0; cut < target.dims(); ++cut) {
        auto const shares = shares_along(target, cut);
        if (!shares) continue;
        auto made = by_way_of(plan, *shares);
        if (!made) return made;
        RedistTotals const there = made->contributions.totals();
        RedistTotals const on = made->delivery.totals();
        std::tuple const cost{there.moved + on.moved, there.messages + on.messages};
        if (best && cost >= least) continue;
        least = cost;
        best = *std::move(made);
    }
    if (best) return *std::move(best);
    return fail(
        "it lets each copy of the target add a part, and no dimension of it can be cut so: all are long and dealt out in turn");
}

std::string_view plain_method(MultiPlan const& plan) {
    return adds(plan) ? "sum" : "direct";
}

} // namespace tessera
