// SPDX-License-Identifier: BSD-3-Clause
// Tessera: divides an array into slabs that ranks move between a file and memory in rounds.
#include "libcore/files/copy/slab_rounds.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

SlabRounds::SlabRounds(FileArray array, Index unit, Index most_bytes, int ranks)
    : array_(std::move(array)), dim_(as_size(array_.slab_dim())), ranks_(ranks) {
    if (array_.elements() == 0) return;
    Index const most = std::max<Index>(most_bytes / array_.slab_bytes(), 1);
    if (unit > most) unit = 1; // the unit is larger than the limit, so it is divided
    Index const fair_share = ceil_div(ceil_div(array_.slabs(), unit), Index{ranks}) * unit;
    per_rank_ = std::min(most / unit * unit, fair_share);
}

Index SlabRounds::count() const {
    return ceil_div(array_.slabs(), per_rank_ * ranks_);
}

Run SlabRounds::slabs(Index round) const {
    Index const begin = round * per_rank_ * ranks_;
    return {begin, std::min(begin + per_rank_ * ranks_, array_.slabs())};
}

Index SlabRounds::bytes(Index round) const {
    return slabs(round).size() * array_.slab_bytes();
}

std::vector<Run> SlabRounds::box(Index round, Rank rank) const {
    Run const all = slabs(round);
    Run const mine = intersection(all, {all.begin + rank * per_rank_, all.begin + (rank + 1) * per_rank_});
    if (mine.empty()) return {};
    std::vector<Run> box;
    for (Index const extent : array_.extents) box.push_back({0, extent});
    box[dim_] = mine;
    return box;
}

/// Returns the mapping of the round's slabs as an array of their own.
Mapping SlabRounds::mapping_of(Index round) const {
    MappingSpec spec;
    spec.array = {"slabs", array_.type, Extents(array_.extents.size(), 0), array_.extents, array_.order, {}};
    spec.array.extents[dim_] = slabs(round).size();
    spec.formats.assign(array_.extents.size(), DistFormat::collapsed());
    spec.formats[dim_] = DistFormat::block(per_rank_);
    spec.processors.lower = {0};
    spec.processors.extents = {ranks_};
    return Mapping::make(std::move(spec)).value();
}

Result<Redistributor> SlabRounds::mover(Communicator const& comm, Mapping const& mapping, std::optional<LocalLayout> const& layout,
                                        Index round, FileDirection direction) const {
    Mapping const slabs = mapping_of(round);
    bool const from_file = direction == FileDirection::FromFile;
    CopyMap map = CopyMap::identity(slabs.array().extents);
    auto& in_array = from_file ? map.axes[dim_].target : map.axes[dim_].source;
    in_array->start = this->slabs(round).begin;
    auto one = TRY(from_file ? RedistPlan::make(slabs, mapping, map) : RedistPlan::make(mapping, slabs, map));
    auto const plan = TRY(MultiPlan::make({std::move(one)}));
    RankLayouts layouts = RankLayouts::standard(plan.plans(), comm.rank());
    if (layout) (from_file ? layouts.targets : layouts.sources).front() = layout;
    return Redistributor::make(plan, comm.handle(), layouts, {.transport = Transport::PointToPoint}); // executed once
}

} // namespace tessera
