// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reductions along a dimension of a distributed array.
#include "libcore/runtime/comm/axis/axis_reduction.hpp"

#include "libcore/comm/collectives/collective_choice.hpp"
#include "libcore/comm/context/context_places.hpp"
#include "libcore/runtime/comm/axis/line_reduction.hpp"
#include "libcore/runtime/comm/axis/masked_part.hpp"
#include "libcore/runtime/move/redistributor.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

AxisReduction::AxisReduction(Comm const& all, AxisPlan const& plan, Combiner combiner)
    : dim_(plan.dim()), combiner_(std::move(combiner)), group_(AxisGroup::of(all, plan)) {}

Result<AxisReduction> AxisReduction::make(Mapping const& mapping, int dim, ReduceOp op, MPI_Comm comm, std::string_view algorithm,
                                          Machine const* machine) {
    auto combiner = Combiner::make(op, mapping.array().type);
    if (!combiner) return forward_error(combiner);
    auto const plan = AxisPlan::make(mapping, dim);
    if (!plan) return forward_error(plan);
    CollectiveTask task{.ranks = static_cast<int>(plan->coords()), .element_bytes = mapping.array().type.bytes};
    if (auto const known = collective_named(task, algorithm); !known) return forward_error(known);
    Comm const all = Comm::duplicate(comm);
    Index const ranks = Index{mapping.grid().max_rank()} + 1;
    if (ranks > all.size()) return too_few_ranks(ranks, all.size());
    AxisReduction reduction(all, *plan, *std::move(combiner));
    if (!reduction.group_) return reduction;
    task.elements = reduction.lines();
    CollectiveChoice const choice = collective_named(task, algorithm, machine).value();
    reduction.collective_.emplace(reduction.group_->comm, *choice.algorithm, task, reduction.combiner_);
    return reduction;
}

void AxisReduction::execute(std::byte const* source, std::byte* result, Context const* where) {
    if (!group_) return;
    reduce_own(source, result, where);
    collective_->execute(result);
}

void AxisReduction::begin(std::byte const* source, std::byte* result, Context const* where) {
    if (!group_) return;
    reduce_own(source, result, where);
    collective_->begin(result);
}

void AxisReduction::end() {
    if (group_) collective_->end();
}

/// What this rank has of its lines.
void AxisReduction::reduce_own(std::byte const* source, std::byte* result, Context const* where) {
    Buffer values;
    if (where != nullptr) values = masked_part(source, group_->layout, *where, combiner_);
    AxisLines const lines(group_->layout, dim_);
    if (lines.count() > 0)
        reduce_lines(lines, combiner_, where != nullptr ? values.data() : source, result);
    else // no index of this dimension is here: nothing is brought to lines whose results are to be known here, too
        combiner_.fill_identity(result, group_->lines);
}

void place_lines(LocalLayout const& layout, Index element_bytes, std::byte const* lines, std::byte* array) {
    Context const all = Context::everywhere(layout.owned().count());
    for_each_stretch(all, layout, [&](Index number, Index offset, Index count) {
        std::copy_n(lines + number * element_bytes, count * element_bytes, array + offset * element_bytes);
    });
}

} // namespace tessera
