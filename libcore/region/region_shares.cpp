// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the number of a region's elements on each rank.
#include "libcore/region/region_shares.hpp"

#include <functional>
#include <map>
#include <utility>

namespace tessera {

namespace {

/// Pairs of a coordinate and the number of a set's elements that it owns.
using CoordCounts = std::vector<std::pair<Index, Index>>;

CoordCounts counts_of(DimMapping const& mapping, PeriodicSet const& set) {
    CoordCounts counts;
    if (mapping.coords() == 1) return {{0, set.count()}};
    if (set.count() < mapping.coords()) {
        std::map<Index, Index> found;
        for (Index k = 0; k < set.count();) {
            DimMapping::Segment const segment = mapping.segment_at(set.element(k));
            Index const inside = set.count_below(segment.run.end) - k;
            found[segment.owner] += inside;
            k += inside;
        }
        return {found.begin(), found.end()};
    }
    for (Index coord = 0; coord < mapping.coords(); ++coord) {
        Index const count = intersection(mapping.owned(coord), set).count();
        if (count > 0) counts.emplace_back(coord, count);
    }
    return counts;
}

/// Caches the counts of the latest set, because many boxes have the same sets in slow dimensions.
class DimCounter {
  public:
    explicit DimCounter(DimMapping const& mapping) : mapping_(mapping) {}

    CoordCounts const& of(PeriodicSet const& set) {
        if (!known_ || !(set == set_)) {
            set_ = set;
            counts_ = counts_of(mapping_, set);
            known_ = true;
        }
        return counts_;
    }

  private:
    DimMapping const& mapping_;
    bool known_ = false;
    PeriodicSet set_;
    CoordCounts counts_;
};

/// Calls `add` with the count of every combination of dim coordinates.
void multiply_out(std::vector<CoordCounts const*> const& dims, std::size_t d, Extents& coords, Index count,
                  std::function<void(Extents const&, Index)> const& add) {
    if (d == dims.size()) return add(coords, count);
    for (auto const& [coord, part] : *dims[d]) {
        coords[d] = coord;
        multiply_out(dims, d + 1, coords, count * part, add);
    }
}

} // namespace

RegionShares region_shares(Region const& region, std::vector<Index> const& values, Mapping const& mapping) {
    RegionShares shares;
    shares.held.assign(as_size(mapping.grid().size()), 0);
    shares.first = shares.held;
    std::vector<DimCounter> counters;
    for (int d = 0; d < mapping.dims(); ++d) counters.emplace_back(mapping.dim(d));
    Extents coords(as_size(mapping.dims()));
    auto const add = [&](Extents const& at, Index count) { shares.first[as_size(mapping.position_of(at, 0))] += count; };
    region.for_each_box(values, [&](BoxSet const& box) {
        shares.elements += box.count();
        std::vector<CoordCounts const*> dims;
        for (std::size_t d = 0; d < counters.size(); ++d) dims.push_back(&counters[d].of(box.dims()[d]));
        multiply_out(dims, 0, coords, 1, add);
    });
    for (Index position = 0; position < mapping.grid().size(); ++position) {
        if (!mapping.holds(position)) continue;
        for (std::size_t d = 0; d < coords.size(); ++d) coords[d] = mapping.dim_coord(position, static_cast<int>(d));
        shares.held[as_size(position)] = shares.first[as_size(mapping.position_of(coords, 0))];
    }
    return shares;
}

std::vector<BoxSet> boxes_within(std::vector<BoxSet> const& boxes, BoxSet const& owned) {
    std::vector<BoxSet> result;
    for (BoxSet const& box : boxes) {
        BoxSet part = intersection(box, owned);
        if (!part.empty()) result.push_back(std::move(part));
    }
    return result;
}

} // namespace tessera
