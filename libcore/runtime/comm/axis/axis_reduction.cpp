// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reductions along a dimension of a distributed array.
#include "libcore/runtime/comm/axis/axis_reduction.hpp"

#include "libcore/base/try.hpp"
#include "libcore/comm/collectives/collective_choice.hpp"
#include "libcore/comm/context/context_places.hpp"
#include "libcore/runtime/comm/axis/line_reduction.hpp"
#include "libcore/runtime/comm/axis/masked_part.hpp"
#include "libcore/runtime/comm/collectives/mpi_collectives.hpp"
#include "libcore/runtime/move/redistributor.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace tessera {

namespace {

/// Combines the elements of each run of each line, ascending.
void summarize_runs(AxisLines const& lines, std::vector<Run> const& runs, Combiner const& combiner, std::byte const* part,
                    AxisSummaries& summaries) {
    Index const bytes = combiner.type().bytes;
    Index const length = lines.row_length();
    for (std::size_t r = 0; r < runs.size(); ++r) {
        auto const run = static_cast<Index>(r);
        combiner.fill_identity(summaries.total(run), summaries.lines().size());
        lines.for_each_row([&](Index first, Index line) {
            std::byte* const total = summaries.total(run, line);
            std::byte const* const begin = part + (first + runs[r].begin * lines.stride()) * bytes;
            if (length == 1) return combiner.fold(begin, lines.stride(), runs[r].size(), total);
            for (Index i = 0; i < runs[r].size(); ++i) combiner.combine(total, begin + i * lines.stride() * bytes, total, length);
        });
    }
}

} // namespace

AxisReduction::AxisReduction(Communicator all, AxisPlan plan, Combiner combiner)
    : combiner_(std::move(combiner)), plan_(std::make_shared<AxisPlan const>(std::move(plan))),
      in_order_(!combiner_.commutative() && plan_->coords() > 1), group_(AxisGroup::of(all, *plan_)) {
    if (in_order_) all_.emplace(std::move(all));
}

Result<AxisReduction> AxisReduction::make(Mapping const& mapping, int dim, ReduceOp op, MPI_Comm comm, std::string_view algorithm,
                                          Machine const* machine) {
    auto combiner = TRY(Combiner::make(op, mapping.array().type));
    return make(mapping, dim, std::move(combiner), comm, algorithm, machine);
}

Result<AxisReduction> AxisReduction::make(Mapping const& mapping, int dim, Combiner combiner, MPI_Comm comm,
                                          std::string_view algorithm, Machine const* machine) {
    TRY(combiner.check_type(mapping.array().type));
    auto plan = TRY(AxisPlan::make(mapping, dim));
    CollectiveTask task{.ranks = static_cast<int>(plan.coords()), .element_bytes = mapping.array().type.bytes};
    TRY(collective_named(task, algorithm));
    Communicator all = Communicator::duplicate(comm);
    Index const ranks = Index{mapping.grid().max_rank()} + 1;
    if (ranks > all.size()) return too_few_ranks(ranks, all.size());
    AxisReduction reduction(std::move(all), std::move(plan), std::move(combiner));
    if (!reduction.group_ || reduction.in_order_) return reduction;
    task.elements = reduction.lines();
    task.ordered = !reduction.combiner_.commutative(); // with one rank any algorithm keeps the order
    CollectiveChoice const choice = collective_named(task, task.ordered ? "mpi" : algorithm, machine).value();
    reduction.collective_.emplace(reduction.group_->comm, *choice.algorithm, task, reduction.combiner_);
    return reduction;
}

void AxisReduction::execute(std::byte const* source, std::byte* result, Context const* where) {
    if (!group_) return;
    reduce_own(source, result, where);
    in_order_ ? finish_in_order(result) : collective_->execute(result);
}

void AxisReduction::begin(std::byte const* source, std::byte* result, Context const* where) {
    if (!group_) return;
    result_ = result;
    reduce_own(source, result, where);
    if (!in_order_) collective_->begin(result);
}

void AxisReduction::end() {
    if (!group_) return;
    in_order_ ? finish_in_order(result_) : collective_->end();
}

/// Combines this rank's elements of its lines.
void AxisReduction::reduce_own(std::byte const* source, std::byte* result, Context const* where) {
    Buffer values;
    if (where != nullptr) values = masked_part(source, group_->layout, *where, combiner_);
    std::byte const* const part = where != nullptr ? values.data() : source;
    AxisLines const lines(group_->layout, plan_->dim());
    if (in_order_) {
        std::vector<Run> const runs = local_runs(*plan_, group_->coord);
        summaries_.emplace(std::ssize(runs), Run{0, group_->lines}, combiner_.type().bytes, false);
        return summarize_runs(lines, runs, combiner_, part, *summaries_);
    }
    if (lines.count() > 0)
        reduce_lines(lines, combiner_, part, result);
    else // this rank owns no index of the dimension: it contributes the identity but receives the results
        combiner_.fill_identity(result, group_->lines);
}

/// Computes the results in order: the carry of a line's last run combined with that run.
void AxisReduction::finish_in_order(std::byte* result) {
    Mapping const& mapping = plan_->mapping();
    Index const position = *mapping.grid().position(all_->rank());
    Index const bytes = group_->lines * combiner_.type().bytes;
    Index const last = plan_->runs().empty() ? 0 : plan_->runs().back().coord;
    Index const own_last = summaries_->runs() - 1;
    bool const ends_here = group_->coord == last && own_last >= 0;
    if (ends_here) std::copy_n(summaries_->total(own_last), bytes, result);
    AxisCarries(*all_, *plan_, position, combiner_).exchange(*summaries_, AxisDirection::Up);
    if (ends_here)
        combiner_.combine(summaries_->total(own_last), result, result, group_->lines);
    else
        combiner_.fill_identity(result, group_->lines);
    mpi_broadcast(group_->comm, AxisGroup::number_of(*plan_, position, last), result, bytes);
}

void place_lines(LocalLayout const& layout, Index element_bytes, std::byte const* lines, std::byte* array) {
    Context const all = Context::everywhere(layout.owned().count());
    for_each_contiguous_run(all, layout, [&](Index number, Index offset, Index count) {
        std::copy_n(lines + number * element_bytes, count * element_bytes, array + offset * element_bytes);
    });
}

} // namespace tessera
