// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the position of each element if a dimension of a distributed array were sorted.
#include "libcore/runtime/comm/axis/axis_ranking.hpp"

#include "libcore/base/try.hpp"
#include "libcore/comm/context/context_places.hpp"
#include "libcore/mapping/derived_mapping.hpp"
#include "libcore/runtime/comm/axis/axis_lines.hpp"

#include <numeric>

namespace tessera {
namespace {

/// The line of an element in a rank's memory, and its global index in the dimension.
struct LinePlace {
    Index line = 0;
    Index index = 0;
};

/// Returns the line and index of each element, by offset in elements.
std::vector<LinePlace> line_places(LocalLayout const& layout, int dim) {
    PeriodicSet const& along = layout.owned().dims()[as_size(dim)];
    AxisLines const lines(layout, dim);
    std::vector<LinePlace> places(as_size(layout.allocation_size()));
    for (Index i = 0; i < lines.count(); ++i) {
        Index const index = along.element(i);
        lines.for_each_row([&](Index first, Index line) {
            for (Index k = 0; k < lines.row_length(); ++k) places[as_size(first + i * lines.stride() + k)] = {line + k, index};
        });
    }
    return places;
}

} // namespace

Result<AxisRanking> AxisRanking::make(Mapping const& mapping, int dim, MPI_Comm comm, AxisDirection direction) {
    auto const key = TRY(SortKey::make(mapping.array().type));
    auto plan = TRY(AxisPlan::make(mapping, dim));
    auto counter = TRY(AxisReduction::make(retyped(mapping, {"int64", sizeof(Index)}), dim, ReduceOp::Sum, comm));
    AxisRanking ranking(std::move(plan), key, direction, std::move(counter));
    ranking.group_ = AxisGroup::of(Communicator::duplicate(comm), ranking.plan_);
    return ranking;
}

AxisRanking::Active AxisRanking::active_elements(std::byte const* source, Context const& where) const {
    std::vector<LinePlace> const places = line_places(group_->layout, plan_.dim());
    Index const bytes = plan_.mapping().array().type.bytes;
    Active active;
    active.elements.reserve(as_size(where.active()));
    active.offsets.reserve(as_size(where.active()));
    for_each_contiguous_run(where, group_->layout, [&](Index, Index offset, Index count) {
        for (Index at = offset; at < offset + count; ++at) {
            std::uint64_t const key = key_.of(source + at * bytes);
            LinePlace const& place = places[as_size(at)];
            active.elements.push_back({place.line, direction_ == AxisDirection::Up ? key : ~key, place.index});
            active.offsets.push_back(at);
        }
    });
    return active;
}

/// Returns for each line the number of active elements in the lines before it, on all ranks of the group.
std::vector<Index> AxisRanking::line_starts(Context const& where) {
    std::vector<Index> const ones(as_size(group_->layout.allocation_size()), 1);
    std::vector<Index> counts(as_size(group_->lines));
    counter_.execute(reinterpret_cast<std::byte const*>(ones.data()), reinterpret_cast<std::byte*>(counts.data()), &where);
    std::exclusive_scan(counts.begin(), counts.end(), counts.begin(), Index{0});
    return counts;
}

void AxisRanking::execute(std::byte const* source, Index* places, Context const* where) {
    if (!group_) return;
    Context const context = where != nullptr ? *where : Context::everywhere(group_->layout.owned().count());
    Active const active = active_elements(source, context);
    std::vector<Index> const starts = line_starts(context);
    std::vector<Index> const found = places_among_all(group_->comm, active.elements);
    for (std::size_t k = 0; k < found.size(); ++k) places[active.offsets[k]] = found[k] - starts[as_size(active.elements[k].line)];
}

} // namespace tessera
