// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a redistribution with a sum, written as two redistributions without one.
#include "libcore/redist/summed_plan.hpp"

#include "libcore/base/try.hpp"
#include "libcore/redist/copy_shares.hpp"

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

/// Returns the mapping with the added dimensions, which are whole on every rank with a part. They come last in Fortran order, first
/// in C order.
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

/// Maps every addend to the share that adds it.
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

Result<SummedPlan> by_way_of(RedistPlan const& plan, Mapping const& shares) {
    auto between = TRY(with_addends(shares, plan.map()));
    ArraySpec const& array = plan.target().array();
    auto there = TRY(RedistPlan::make(plan.source(), std::move(between), contribution_map(plan.map(), array.dims(), array.order)));
    auto on = TRY(RedistPlan::make(shares, plan.target(), delivery_map(plan.map())));
    auto added = TRY(RedistPlan::make(plan.source(), shares, plan.map()));
    return SummedPlan{std::move(there), std::move(on), std::move(added), addends_of(plan.map())};
}

/// Returns the target's mapping without shadow and padding.
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
        if (is_added(axis)) count *= axis.extent; // fits, because the plan has checked the product of all axes
    return count;
}

Result<SummedPlan> summed_plan(RedistPlan const& plan) {
    Mapping const& target = plan.target();
    if (target.replicas() == 1) return by_way_of(plan, unshadowed(target));
    std::optional<SummedPlan> best;
    std::tuple<Index, Index> least;
    for (int cut = 0; cut < target.dims(); ++cut) {
        auto const shares = shared_copies(target, {cut, target.replicas(), 1});
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
    return fail("it lets each copy of the target add a part, but a dimension is long and its owners follow no rule");
}

std::string_view plain_method(MultiPlan const& plan) {
    return adds(plan) ? "sum" : "direct";
}

} // namespace tessera
