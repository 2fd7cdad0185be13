// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cooperation of ranks along one dimension of a distributed array.
#include "libcore/comm/axis_plan.hpp"

#include "libcore/base/try.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera {
namespace {

/// Up to this number of bytes per rank, gathering all summaries is faster than a second round.
constexpr Index most_gathered_bytes = 8192;

} // namespace

Result<AxisPlan> AxisPlan::make(Mapping mapping, int dim) {
    if (dim < 0 || dim >= mapping.dims())
        return fail(fmt::format("{} has {} dimensions; there is no dimension {}", mapping.array().name, mapping.dims(), dim + 1));
    AxisPlan plan(std::move(mapping), dim);
    DimMapping const& axis = plan.mapping_.dim(dim);
    plan.run_counts_.assign(as_size(axis.coords()), 0);
    for (Index at = 0; at < axis.extent();) {
        DimMapping::Segment const segment = axis.segment_at(at);
        bool const goes_on = !plan.runs_.empty() && plan.runs_.back().coord == segment.owner;
        if (goes_on) {
            plan.runs_.back().indices.end = segment.run.end;
        } else {
            plan.runs_.push_back({segment.run, segment.owner});
            ++plan.run_counts_[as_size(segment.owner)];
        }
        at = segment.run.end;
    }
    return plan;
}

std::vector<Rank> AxisPlan::group(Index position) const {
    Extents coords;
    for (int d = 0; d < mapping_.dims(); ++d) coords.push_back(mapping_.dim_coord(position, d));
    Index const replica = mapping_.replica(position);
    std::vector<Rank> ranks;
    for (Index c = 0; c < this->coords(); ++c) {
        coords[as_size(dim_)] = c;
        ranks.push_back(mapping_.grid().rank(mapping_.position_of(coords, replica)));
    }
    return ranks;
}

Index AxisPlan::lines(Index position) const {
    Index lines = 1;
    for (int d = 0; d < mapping_.dims(); ++d)
        if (d != dim_) lines *= mapping_.dim(d).count(mapping_.dim_coord(position, d));
    return lines;
}

Run AxisPlan::lines_of(Index coord, Index lines) const {
    auto const begin = [&](Index number) { return number * (lines / coords()) + std::min(number, lines % coords()); };
    return {begin(coord), begin(coord + 1)};
}

AxisPlan::Exchange AxisPlan::exchange(Index lines, Index summary_bytes) const {
    bool const few = lines == 0 || std::ssize(runs_) <= most_gathered_bytes / summary_bytes / lines;
    return few ? Exchange::Gather : Exchange::Transpose;
}

Result<std::vector<MessageSet>> AxisPlan::rounds(Index summary_bytes) const {
    std::vector<MessageSet::Triple> there;
    std::vector<MessageSet::Triple> back;
    std::vector<Rank> ranks;
    for (Index position = 0; position < mapping_.grid().size(); ++position) {
        Rank const me = mapping_.grid().rank(position);
        ranks.push_back(me);
        if (coords() == 1 || !mapping_.holds(position)) continue;
        Index const all = lines(position);
        Index const mine = runs_of(mapping_.dim_coord(position, dim_));
        std::vector<Rank> const members = group(position);
        for (Index c = 0; c < coords(); ++c) {
            Rank const other = members[as_size(c)];
            if (other == me) continue;
            bool const gathers = exchange(all, summary_bytes) == Exchange::Gather;
            Index const bytes = mine * (gathers ? all : lines_of(c, all).size()) * summary_bytes;
            there.push_back({me, other, bytes});
            if (!gathers) back.push_back({other, me, bytes});
        }
    }
    std::vector<MessageSet> sets;
    for (auto const* triples : {&there, &back}) {
        if (triples->empty()) continue;
        sets.push_back(TRY(MessageSet::of(*triples, ranks)));
    }
    return sets;
}

} // namespace tessera
