// SPDX-License-Identifier: BSD-3-Clause
// Tessera: volumes that one plan moves between boxes of processor coordinates, from its factors.
#include "libcore/scene/detail/box_volumes.hpp"

#include "libcore/base/sort_unique.hpp"

#include <algorithm>
#include <numeric>

namespace tessera::detail {

CoordCuts::CoordCuts(Index coords, std::vector<Run> const& runs) : cuts_{0, coords} {
    for (Run const run : runs) {
        cuts_.push_back(run.begin);
        cuts_.push_back(run.end);
    }
    sort_unique(cuts_);
}

std::vector<Index> CoordCuts::group_of_coord() const {
    std::vector<Index> group;
    for (Index g = 0; g < groups(); ++g) group.resize(static_cast<std::size_t>(cuts_[static_cast<std::size_t>(g) + 1]), g);
    return group;
}

Run CoordCuts::groups_of(Run run) const {
    auto const number = [&](Index cut) { return std::ranges::lower_bound(cuts_, cut) - cuts_.begin(); };
    return {number(run.begin), number(run.end)};
}

FactorSums::FactorSums(DimTransfer const& factor, CoordCuts const& source, CoordCuts const& target)
    : columns_(target.groups() + 1), sums_(as_size((source.groups() + 1) * columns_), 0) {
    DimTransfer const grouped(factor.source().grouped(source.group_of_coord(), source.groups()),
                              factor.target().grouped(target.group_of_coord(), target.groups()));
    for (Index s = 0; s < source.groups(); ++s) {
        for (auto const& [coord, count] : grouped.row(s)) at(s + 1, coord + 1) = count;
        Index in_row = 0;
        for (Index t = 1; t < columns_; ++t) {
            in_row += at(s + 1, t);
            at(s + 1, t) = at(s, t) + in_row;
        }
    }
}

Index& FactorSums::at(Index source, Index target) {
    return sums_[as_size(source * columns_ + target)];
}

Index FactorSums::corner(Index source, Index target) const {
    return sums_[as_size(source * columns_ + target)];
}

Index FactorSums::sum(Run source_groups, Run target_groups) const {
    return corner(source_groups.end, target_groups.end) - corner(source_groups.begin, target_groups.end) -
           corner(source_groups.end, target_groups.begin) + corner(source_groups.begin, target_groups.begin);
}

namespace {

/// A box in terms of the factors: a range of groups per axis, and the number of its ranks for each combination of coordinates.
struct GroupBox {
    std::vector<Run> groups;
    Index holders = 1; // number of ranks along the dimensions without an axis
};

/// One side of the plan, with the boxes of all its ranges.
class SideBoxes {
  public:
    SideBoxes(RedistPlan const& plan, Mapping const& mapping, std::optional<CopySide> CopyAxis::*side,
              std::vector<Run> const& ranges)
        : holding_(holding_coords(mapping)) {
        for (CopyAxis const& axis : plan.map().axes)
            dims_.push_back(axis.*side ? mapping.processor_dim((axis.*side)->dim) : std::nullopt);
        for (Run const range : ranges) boxes_.push_back(boxes_of(mapping.grid(), range));
    }

    [[nodiscard]] CoordCuts cuts(std::size_t axis, Index coords) const {
        std::vector<Run> runs;
        if (auto const dim = dims_[axis])
            for (auto const& boxes : boxes_)
                for (RankBox const& box : boxes) runs.push_back(box[as_size(*dim)]);
        return {coords, runs};
    }

    /// Returns the group boxes of each range.
    [[nodiscard]] std::vector<std::vector<GroupBox>> grouped(std::vector<CoordCuts> const& cuts) const {
        std::vector<std::vector<GroupBox>> all;
        for (auto const& boxes : boxes_) {
            auto& groups = all.emplace_back();
            for (RankBox const& box : boxes) groups.push_back(group_box(box, cuts));
            std::erase_if(groups, [](GroupBox const& box) { return box.holders == 0; });
        }
        return all;
    }

  private:
    [[nodiscard]] GroupBox group_box(RankBox const& box, std::vector<CoordCuts> const& cuts) const {
        GroupBox result;
        for (std::size_t axis = 0; axis < cuts.size(); ++axis)
            result.groups.push_back(dims_[axis] ? cuts[axis].groups_of(box[as_size(*dims_[axis])]) : Run{0, cuts[axis].groups()});
        for (std::size_t d = 0; d < box.size(); ++d) {
            auto const& holds = holding_[d];
            if (!holds.empty())
                result.holders *= std::accumulate(holds.begin() + box[d].begin, holds.begin() + box[d].end, Index{0});
        }
        return result;
    }

    std::vector<std::vector<Index>> holding_;
    std::vector<std::optional<int>> dims_; // processor dimension of each axis
    std::vector<std::vector<RankBox>> boxes_;
};

Index volume_between(GroupBox const& from, GroupBox const& to, std::vector<FactorSums> const& factors) {
    Index volume = from.holders * to.holders;
    for (std::size_t axis = 0; volume > 0 && axis < factors.size(); ++axis)
        volume *= factors[axis].sum(from.groups[axis], to.groups[axis]);
    return volume;
}

} // namespace

std::vector<Index> box_volumes(RedistPlan const& plan, std::vector<Run> const& senders, std::vector<Run> const& receivers) {
    SideBoxes const source(plan, plan.source(), &CopyAxis::source, senders);
    SideBoxes const target(plan, plan.target(), &CopyAxis::target, receivers);
    std::vector<CoordCuts> source_cuts;
    std::vector<CoordCuts> target_cuts;
    std::vector<FactorSums> sums;
    for (std::size_t axis = 0; axis < plan.factors().size(); ++axis) {
        DimTransfer const& factor = plan.factors()[axis];
        source_cuts.push_back(source.cuts(axis, factor.source().coords()));
        target_cuts.push_back(target.cuts(axis, factor.target().coords()));
        sums.emplace_back(factor, source_cuts.back(), target_cuts.back());
    }
    auto const from = source.grouped(source_cuts);
    auto const to = target.grouped(target_cuts);
    std::vector<Index> volumes;
    volumes.reserve(from.size() * to.size());
    for (auto const& sending : from)
        for (auto const& receiving : to) {
            Index volume = 0;
            for (GroupBox const& a : sending)
                for (GroupBox const& b : receiving) volume += volume_between(a, b, sums);
            volumes.push_back(volume);
        }
    return volumes;
}

} // namespace tessera::detail
