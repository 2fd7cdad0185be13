// SPDX-License-Identifier: BSD-3-Clause
// Tessera: finds the largest or smallest element of each line of a distributed array.
#include "libcore/runtime/comm/axis/axis_extremum.hpp"

#include "libcore/base/try.hpp"
#include "libcore/comm/context/context_places.hpp"
#include "libcore/runtime/comm/axis/axis_lines.hpp"
#include "libcore/runtime/move/redistributor.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace tessera {
namespace {

/// Returns whether each element is active, by offset in the allocation. Empty if all are.
std::vector<bool> flags_by_offset(LocalLayout const& layout, Context const* where) {
    if (where == nullptr) return {};
    std::vector<bool> flags(as_size(layout.allocation_size()), false);
    for_each_contiguous_run(*where, layout,
                            [&](Index, Index offset, Index count) { std::fill_n(flags.begin() + offset, count, true); });
    return flags;
}

} // namespace

Result<AxisExtremum> AxisExtremum::make(Mapping const& mapping, int dim, Extreme extreme, MPI_Comm comm) {
    auto const maker = TRY(CandidateMaker::make(extreme, mapping.array().type));
    auto const plan = TRY(AxisPlan::make(mapping, dim));
    Communicator const all = Communicator::duplicate(comm);
    Index const ranks = Index{mapping.grid().max_rank()} + 1;
    if (ranks > all.size()) return too_few_ranks(ranks, all.size());
    return AxisExtremum(dim, mapping.array().type.bytes, maker, AxisGroup::of(all, plan));
}

void AxisExtremum::execute(std::byte const* source, Index* indices, Context const* where) const {
    if (!group_) return;
    Index const bytes = element_bytes_;
    std::vector<ExtremeCandidate> best(as_size(group_->lines));
    PeriodicSet const& along = group_->layout.owned().dims()[as_size(dim_)];
    std::vector<bool> const active = flags_by_offset(group_->layout, where);
    AxisLines const lines(group_->layout, dim_);
    for (Index i = 0; i < lines.count(); ++i) {
        Index const index = along.element(i);
        lines.for_each_row([&](Index first, Index line) {
            for (Index k = 0; k < lines.row_length(); ++k) {
                Index const offset = first + i * lines.stride() + k;
                if (!active.empty() && !active[as_size(offset)]) continue;
                ExtremeCandidate const each = maker_.of(source + offset * bytes, index);
                ExtremeCandidate& so_far = best[as_size(line + k)];
                if (each.beats(so_far)) so_far = each;
            }
        });
    }
    agree_on_best(group_->comm, best);
    std::ranges::transform(
        best, indices, [](ExtremeCandidate const& each) { return each.place == ExtremeCandidate::none ? no_index : each.place; });
}

} // namespace tessera
