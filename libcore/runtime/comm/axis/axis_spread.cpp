// SPDX-License-Identifier: BSD-3-Clause
// Tessera: broadcasts one plane of a distributed array to every rank that holds parts of its lines.
#include "libcore/runtime/comm/axis/axis_spread.hpp"

#include "libcore/base/require.hpp"
#include "libcore/base/try.hpp"
#include "libcore/comm/collectives/collective_choice.hpp"
#include "libcore/runtime/comm/axis/axis_lines.hpp"
#include "libcore/runtime/comm/axis/masked_part.hpp"
#include "libcore/runtime/move/redistributor.hpp"

#include <cstring>
#include <utility>

namespace tessera {
namespace {

/// Returns the broadcast of one plane from the first rank of a group.
CollectiveTask task_of_planes(AxisPlan const& plan, Index lines) {
    return {.kind = CollectiveKind::Broadcast,
            .ranks = static_cast<int>(plan.coords()),
            .elements = lines,
            .element_bytes = plan.mapping().array().type.bytes};
}

} // namespace

Result<AxisSpread> AxisSpread::make(Mapping const& mapping, int dim, MPI_Comm comm, std::string_view algorithm) {
    auto plan = TRY(AxisPlan::make(mapping, dim));
    TRY(collective_named(task_of_planes(plan, 1), algorithm));
    Communicator const all = Communicator::duplicate(comm);
    Index const ranks = Index{mapping.grid().max_rank()} + 1;
    if (ranks > all.size()) return too_few_ranks(ranks, all.size());
    AxisSpread spread(std::move(plan), std::string(algorithm));
    spread.group_ = AxisGroup::of(all, spread.plan_);
    spread.position_ = mapping.grid().position(all.rank()).value_or(0);
    return spread;
}

Collective& AxisSpread::broadcast_from(Index owner) {
    if (auto const known = broadcasts_.find(owner); known != broadcasts_.end()) return known->second;
    CollectiveTask task = task_of_planes(plan_, group_->lines);
    task.root = AxisGroup::number_of(plan_, position_, owner);
    CollectiveChoice const choice = collective_named(task, algorithm_).value();
    return broadcasts_.try_emplace(owner, group_->comm, *choice.algorithm, task).first->second;
}

void AxisSpread::execute(Index index, std::byte const* source, std::byte* plane) {
    DimMapping const& axis = plan_.mapping().dim(plan_.dim());
    require(0 <= index && index < axis.extent(), "AxisSpread::execute: the index lies outside of the dimension");
    if (!group_) return;
    Index const owner = axis.owner(index);
    if (owner == group_->coord) {
        Index const place = axis.owned(owner).position(index);
        Index const bytes = plan_.mapping().array().type.bytes;
        AxisLines const lines(group_->layout, plan_.dim());
        lines.for_each_row([&](Index first, Index line) {
            std::memcpy(plane + line * bytes, source + (first + place * lines.stride()) * bytes,
                        as_size(lines.row_length() * bytes));
        });
    }
    broadcast_from(owner).execute(plane);
}

void AxisSpread::spread(Index index, std::byte const* source, std::byte* target, Context const* where) {
    if (!group_) return;
    Index const bytes = plan_.mapping().array().type.bytes;
    Buffer plane(group_->lines * bytes);
    execute(index, source, plane.data());
    LocalLayout const& layout = group_->layout;
    Buffer all(where != nullptr ? layout.allocation_size() * bytes : 0);
    std::byte* const to = where != nullptr ? all.data() : target;
    AxisLines const lines(layout, plan_.dim());
    for (Index i = 0; i < lines.count(); ++i) {
        lines.for_each_row([&](Index first, Index line) {
            std::memcpy(to + (first + i * lines.stride()) * bytes, plane.data() + line * bytes,
                        as_size(lines.row_length() * bytes));
        });
    }
    if (where != nullptr) copy_active(to, target, layout, *where, bytes);
}

} // namespace tessera
