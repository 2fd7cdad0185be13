// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the totals of a plan, computed from its factors.
#include "libcore/redist/detail/totals_sweep.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tessera::detail {

namespace {

/// Visits the positions whose coordinate in processor dimension `dim` is `coord`, or all positions if there is no such dimension.
template <class Visit>
void for_each_position(ProcessorGrid const& grid, std::optional<int> dim, Index coord, Visit visit) {
    Index extent = 1;
    Index inner = grid.size(); // positions are row-major: runs of this length have one coordinate
    if (dim) {
        auto const d = as_size(*dim);
        extent = grid.extents()[d];
        inner = 1;
        for (std::size_t later = d + 1; later < grid.extents().size(); ++later) inner *= grid.extents()[later];
    }
    for (Index first = coord * inner; first < grid.size(); first += extent * inner)
        for (Index position = first; position < first + inner; ++position) visit(position);
}

Index count_at(std::span<DimTransfer::Entry const> row, Index coord) {
    auto const entry = std::ranges::lower_bound(row, coord, {}, &DimTransfer::Entry::coord);
    return entry != row.end() && entry->coord == coord ? entry->count : 0;
}

} // namespace

TotalsSweep::TotalsSweep(PlanSide const& source, PlanSide const& target, std::span<DimTransfer const> factors, Watch const& watch)
    : source_(source), target_(target), senders_(as_size(source.grid().size())), classes_(as_size(target.grid().size()), 1) {
    for (Index position = 0; position < source_.grid().size(); ++position) {
        if (!source_.mapping().holds(position)) continue;
        auto const own = target_.holder(source_.grid().rank(position));
        if (own) senders_[as_size(position)] = {*own, 1, 1};
    }
    Extents extents;
    for (DimTransfer const& factor : factors) extents.push_back(factor.extent());
    volume_ = checked_product(extents).value();
    if (volume_ == 0) return; // with volume 0, the products of counts below would have no bound
    int axis = 0;
    for (DimTransfer const& factor : factors) {
        if (factor.blocks())
            sweep_blocks(*factor.blocks(), axis, watch);
        else
            sweep_rows(factor, axis, watch);
        ++axis;
    }
}

void TotalsSweep::sweep_blocks(BlockTransfer const& transfer, int axis, Watch const& watch) {
    auto const entries = transfer.row_entries();
    std::vector<std::pair<Index, Index>> known(as_size(target_.grid().size()),
                                               {nowhere, 0}); // for a source coordinate: its shared count by target coordinate
    for (std::size_t coord = 0; coord < entries.size() && !watch.stopped(); ++coord) {
        watch.report(static_cast<Index>(coord), std::ssize(entries));
        add_coord(axis, static_cast<Index>(coord), entries[coord], [&](Index target_coord) {
            auto& [of, count] = known[as_size(target_coord)];
            if (of != static_cast<Index>(coord)) count = transfer.shared(static_cast<Index>(coord), target_coord);
            of = static_cast<Index>(coord);
            return count;
        });
    }
    add_columns(transfer.column_entries(), axis);
}

void TotalsSweep::sweep_rows(DimTransfer const& factor, int axis, Watch const& watch) {
    std::vector<Index> column_entries(as_size(factor.target().coords()), 0);
    for (Index coord = 0; coord < factor.source().coords() && !watch.stopped(); ++coord) {
        watch.report(coord, factor.source().coords());
        auto const row = factor.row(coord);
        for (auto const& entry : row) ++column_entries[as_size(entry.coord)];
        add_coord(axis, coord, std::ssize(row), [&](Index target_coord) { return count_at(row, target_coord); });
    }
    add_columns(column_entries, axis);
}

template <class Count>
void TotalsSweep::add_coord(int axis, Index coord, Index receivers, Count count) {
    for_each_position(source_.grid(), source_.processor_dim(axis), coord, [&](Index position) {
        Sender& sender = senders_[as_size(position)];
        sender.receivers *= receivers;
        if (sender.kept > 0) sender.kept *= count(target_.coord(sender.target_position, axis));
    });
}

void TotalsSweep::add_columns(std::span<Index const> column_entries, int axis) {
    for (Index position = 0; position < target_.grid().size(); ++position)
        classes_[as_size(position)] *= column_entries[as_size(target_.coord(position, axis))];
    pairs_ *= std::accumulate(column_entries.begin(), column_entries.end(), Index{0});
}

RedistTotals TotalsSweep::totals(Index element_bytes) const {
    if (volume_ == 0) return {};
    RedistTotals totals;
    std::vector<Index> self_served(senders_.size(), 0); // number of receivers that hold a copy of the class, by class
    totals.elements = volume_ * target_.mapping().replicas();
    totals.messages = pairs_ * target_.mapping().replicas();
    count_kept(totals, self_served);
    totals.moved = totals.elements - totals.kept;
    totals.bytes_moved = totals.moved * element_bytes;
    totals.max_sends = max_sends(self_served);
    totals.max_receives = max_receives();
    return totals;
}

void TotalsSweep::count_kept(RedistTotals& totals, std::vector<Index>& self_served) const {
    for (std::size_t position = 0; position < senders_.size(); ++position) {
        if (senders_[position].kept == 0) continue;
        totals.kept += senders_[position].kept;
        --totals.messages;
        ++self_served[as_size(class_of(static_cast<Index>(position)))];
    }
}

/// The first copy of a class is served first in turn, so no other copy sends more.
Index TotalsSweep::max_sends(std::vector<Index> const& self_served) const {
    Index const copies = source_.mapping().replicas();
    Index most = 0;
    for (std::size_t position = 0; position < senders_.size(); ++position) {
        auto const index = static_cast<Index>(position);
        if (!source_.mapping().holds(index) || source_.mapping().replica(index) != 0) continue;
        Index const dealt = senders_[position].receivers * target_.mapping().replicas() - self_served[position];
        most = std::max(most, ceil_div(dealt, copies));
    }
    return most;
}

Index TotalsSweep::max_receives() const {
    std::vector<Index> served_by_others = classes_;
    for (Sender const& sender : senders_)
        if (sender.kept > 0) --served_by_others[as_size(sender.target_position)];
    Index most = 0;
    for (std::size_t position = 0; position < classes_.size(); ++position)
        if (target_.mapping().holds(static_cast<Index>(position))) most = std::max(most, served_by_others[position]);
    return most;
}

/// Returns the position of the first copy, which identifies a class.
Index TotalsSweep::class_of(Index source_position) const {
    if (source_.mapping().replicas() == 1) return source_position;
    return source_.position_of(source_.coords(source_position), 0);
}

} // namespace tessera::detail
