// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the owners of each element of an array, from the words of the HPF standard.
#pragma once

#include "libcore/mapping/mapping_spec.hpp"
#include "tests/property/mapping_oracle.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace tessera::oracle {

/// Every index 0 .. extent-1 in each dimension, the last one fastest.
inline void for_each_index(Extents const& extents, std::function<void(Extents const&)> const& visit) {
    if (std::ranges::find(extents, 0) != extents.end()) return;
    Extents index(extents.size(), 0);
    for (;;) {
        visit(index);
        std::size_t d = extents.size();
        while (d > 0 && ++index[d - 1] == extents[d - 1]) index[--d] = 0;
        if (d == 0) return;
    }
}

/// The real rank at each coordinate (from 0) of the whole arrangement, handed out one after the other.
inline std::map<Extents, Rank> ranks_by_coordinate(Processors const& processors) {
    std::map<Extents, Rank> result;
    bool const column_major = processors.order == GridOrder::ColumnMajor;
    Extents extents = processors.extents;
    if (column_major) std::ranges::reverse(extents); // the last one is fastest in for_each_index
    std::size_t next = 0;
    for_each_index(extents, [&](Extents coordinate) {
        if (column_major) std::ranges::reverse(coordinate);
        result[coordinate] = processors.ranks.empty() ? static_cast<Rank>(next) : processors.ranks[next];
        ++next;
    });
    return result;
}

/// The coordinates of the arrangement behind each grid dimension, and the fixed ones of scalar subscripts.
inline std::vector<std::vector<Index>> section_coordinates(MappingSpec const& spec) {
    std::vector<std::vector<Index>> result;
    for (std::size_t d = 0; d < spec.processors.extents.size(); ++d) {
        Index const lower = spec.processors.lower[d];
        OntoSubscript const all{lower, lower + spec.processors.extents[d] - 1, 1, false};
        OntoSubscript const on = spec.onto.empty() ? all : spec.onto[d];
        std::vector<Index> chosen;
        if (on.scalar)
            chosen.push_back(on.first - lower);
        else if (on.stride > 0)
            for (Index c = on.first; c <= on.last; c += on.stride) chosen.push_back(c - lower);
        else
            for (Index c = on.first; c >= on.last; c += on.stride) chosen.push_back(c - lower);
        result.push_back(chosen);
    }
    return result;
}

/// The owners of every element, by walking the definitions: element, template position, coordinate, rank.
class OwnerOracle {
  public:
    explicit OwnerOracle(MappingSpec spec)
        : spec_(std::move(spec)), ranks_(ranks_by_coordinate(spec_.processors)), section_(section_coordinates(spec_)) {}

    [[nodiscard]] std::set<Rank> owners(Extents const& index) const {
        std::set<Rank> result;
        choose(0, 0, index, {}, result);
        return result;
    }

    /// The real ranks of the grid's positions, row-major.
    [[nodiscard]] std::vector<Rank> grid_ranks() const {
        std::vector<Rank> result;
        Extents counts;
        for (auto const& chosen : section_) counts.push_back(std::ssize(chosen));
        for_each_index(counts, [&](Extents const& place) {
            Extents coordinate;
            for (std::size_t d = 0; d < place.size(); ++d) coordinate.push_back(section_[d][static_cast<std::size_t>(place[d])]);
            result.push_back(ranks_.at(coordinate));
        });
        return result;
    }

  private:
    /// Extends the coordinate by every choice there is in dimension `p` of the arrangement; `t` is the next template dimension.
    void choose(std::size_t p, std::size_t t, Extents const& index, Extents const& coordinate, std::set<Rank>& result) const {
        if (p == section_.size()) {
            result.insert(ranks_.at(coordinate));
            return;
        }
        bool const dropped = !spec_.onto.empty() && spec_.onto[p].scalar;
        while (!dropped && !spec_.formats[t].is_distributed()) ++t;
        std::set<Index> const places = dropped ? std::set<Index>{0} : owning_places(t, std::ssize(section_[p]), index);
        for (Index const place : places) {
            Extents next = coordinate;
            next.push_back(section_[p][static_cast<std::size_t>(place)]);
            choose(p + 1, dropped ? t : t + 1, index, next, result);
        }
    }

    /// The coordinates that own the positions of template dimension t which the element is aligned with.
    [[nodiscard]] std::set<Index> owning_places(std::size_t t, Index coords, Extents const& index) const {
        DistFormat const& format = spec_.formats[t];
        if (!spec_.target) return {textbook_owner(format, spec_.array.extents[t], coords, index[t])};
        Index const extent = spec_.target->extents[t];
        AlignAxis const& axis = spec_.align[t];
        std::set<Index> places;
        for (Index x = 0; x < extent; ++x)
            if (axis.kind == AlignAxis::Kind::Replicated || x + spec_.target->lower[t] == position(axis, index))
                places.insert(textbook_owner(format, extent, coords, x));
        return places;
    }

    [[nodiscard]] Index position(AlignAxis const& axis, Extents const& index) const {
        if (axis.kind == AlignAxis::Kind::Fixed) return axis.offset;
        auto const d = static_cast<std::size_t>(axis.array_dim);
        return axis.stride * (spec_.array.lower[d] + index[d]) + axis.offset;
    }

    MappingSpec spec_;
    std::map<Extents, Rank> ranks_;
    std::vector<std::vector<Index>> section_;
};

} // namespace tessera::oracle
