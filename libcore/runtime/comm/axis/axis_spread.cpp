// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one plane of a distributed array, for every rank that holds a part of its lines.
#include "libcore/runtime/comm/axis/axis_spread.hpp"

#include "libcore/comm/collectives/collective_choice.hpp"
#include "libcore/runtime/comm/axis/axis_lines.hpp"
#include "libcore/runtime/comm/axis/masked_part.hpp"
#include "libcore/runtime/move/redistributor.hpp"

#include <cstring>
#include <fmt/format.h>
#include <utility>

namespace tessera {

Result<AxisSpread> AxisSpread::make(Mapping const& mapping, int dim, Index index, MPI_Comm comm, std::string_view algorithm) {
    auto const plan = AxisPlan::make(mapping, dim);
    if (!plan) return forward_error(plan);
    if (index < 0 || index >= mapping.dim(dim).extent())
        return fail(
            fmt::format("dimension {} has {} indices; there is no index {}, from 0", dim + 1, mapping.dim(dim).extent(), index));
    CollectiveTask task{
        .kind = CollectiveKind::Broadcast, .ranks = static_cast<int>(plan->coords()), .element_bytes = mapping.array().type.bytes};
    if (auto const known = collective_named(task, algorithm); !known) return forward_error(known);
    Comm const all = Comm::duplicate(comm);
    Index const ranks = Index{mapping.grid().max_rank()} + 1;
    if (ranks > all.size()) return too_few_ranks(ranks, all.size());
    AxisSpread spread(dim, task.element_bytes, AxisGroup::of(all, *plan));
    if (!spread.group_) return spread;
    Index const owner = mapping.dim(dim).owner(index);
    if (owner == spread.group_->coord) spread.place_ = mapping.dim(dim).owned(owner).position(index);
    task.root = AxisGroup::number_of(*plan, *mapping.grid().position(all.rank()), owner);
    task.elements = spread.lines();
    CollectiveChoice const choice = collective_named(task, algorithm).value();
    spread.collective_.emplace(spread.group_->comm, *choice.algorithm, task);
    return spread;
}

void AxisSpread::execute(std::byte const* source, std::byte* plane) {
    if (!group_) return;
    if (place_) {
        AxisLines const lines(group_->layout, dim_);
        lines.for_each_row([&](Index first, Index line) {
            std::memcpy(plane + line * bytes_, source + (first + *place_ * lines.stride()) * bytes_,
                        as_size(lines.row_length() * bytes_));
        });
    }
    collective_->execute(plane);
}

void AxisSpread::spread(std::byte const* source, std::byte* target, Context const* where) {
    if (!group_) return;
    Buffer plane(group_->lines * bytes_);
    execute(source, plane.data());
    LocalLayout const& layout = group_->layout;
    Buffer all(where != nullptr ? layout.allocation_size() * bytes_ : 0);
    std::byte* const to = where != nullptr ? all.data() : target;
    AxisLines const lines(layout, dim_);
    for (Index i = 0; i < lines.count(); ++i) {
        lines.for_each_row([&](Index first, Index line) {
            std::memcpy(to + (first + i * lines.stride()) * bytes_, plane.data() + line * bytes_,
                        as_size(lines.row_length() * bytes_));
        });
    }
    if (where != nullptr) copy_active(to, target, layout, *where, bytes_);
}

} // namespace tessera
