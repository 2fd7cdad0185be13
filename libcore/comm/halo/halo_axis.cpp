// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one dimension of a halo: the neighbours of a coordinate's indices, and their owners.
#include "libcore/comm/halo/halo_axis.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/sort_unique.hpp"
#include "libcore/sets/run_walk.hpp"
#include "libcore/sets/widened.hpp"

#include <algorithm>
#include <limits>

namespace tessera {
namespace {

constexpr Index far = std::numeric_limits<Index>::max() / 4;

void keep(std::vector<PeriodicSet>& sets, PeriodicSet set) {
    if (!set.empty()) sets.push_back(std::move(set));
}

/// Returns { x + o : x in set, o in offsets }.
PeriodicSet moved_by(PeriodicSet const& set, Run offsets) {
    Index const nearest = std::clamp<Index>(0, offsets.begin, offsets.end - 1);
    return widened(set.shifted(nearest), nearest - offsets.begin, offsets.end - 1 - nearest);
}

} // namespace

Run HaloAxis::all_places() const {
    Index const extent = mapping_.extent();
    return periodic_ ? Run{-extent, 2 * extent} : Run{0, extent};
}

HaloAxis::Reach HaloAxis::reach(Index coord, Run offsets) const {
    Reach reach;
    PeriodicSet const own = mapping_.owned(coord);
    if (own.empty()) return reach;
    Run const bounds = own.bounds();
    PeriodicSet const places = moved_by(own, offsets).clipped(all_places());
    keep(reach.own, intersection(places, own));
    keep(reach.others, places.clipped({-far, bounds.begin}));
    keep(reach.others, intersection(places.clipped(bounds), own.complement(bounds))); // the intersection keeps the period
    keep(reach.others, places.clipped({bounds.end, far}));
    return reach;
}

std::vector<Index> HaloAxis::owners_of(PeriodicSet const& elements) const {
    Run const bounds = elements.bounds();
    Index const period = lcm_up_to(elements.period(), mapping_.period(), bounds.size());
    std::vector<Index> owners;
    for (RunWalk walk(elements); !walk.done() && walk.run().begin < bounds.begin + period; walk.next()) {
        for (Index at = walk.run().begin; at < std::min(walk.run().end, bounds.begin + period);) {
            DimMapping::Segment const segment = mapping_.segment_at(at);
            owners.push_back(segment.owner);
            at = segment.run.end;
        }
    }
    sort_unique(owners);
    return owners;
}

std::vector<HaloAxis::Piece> HaloAxis::pieces(PeriodicSet const& places) const {
    std::vector<Piece> pieces;
    Index const extent = mapping_.extent();
    for (Index distance = periodic_ ? -extent : 0; distance <= (periodic_ ? extent : 0); distance += std::max<Index>(extent, 1)) {
        PeriodicSet const elements = places.clipped({distance, distance + extent}).shifted(-distance);
        if (elements.empty()) continue;
        for (Index const owner : owners_of(elements)) {
            PeriodicSet part = intersection(elements, mapping_.owned(owner));
            if (!part.empty()) pieces.push_back({std::move(part), distance, owner});
        }
    }
    return pieces;
}

} // namespace tessera
