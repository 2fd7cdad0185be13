// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one dimension of a halo: the neighbours of a coordinate's indices, and their owners.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/dim_mapping.hpp"
#include "libcore/sets/periodic_set.hpp"

#include <vector>

namespace tessera {

/// One dimension of a halo. Places are indices that may lie outside the array. In a periodic dimension they continue beyond both
/// ends, and place p holds the element p mod extent. In other dimensions they end with the array.
class HaloAxis {
  public:
    HaloAxis(DimMapping mapping, bool periodic) : mapping_(std::move(mapping)), periodic_(periodic) {}

    [[nodiscard]] DimMapping const& mapping() const { return mapping_; }
    [[nodiscard]] bool periodic() const { return periodic_; }

    /// The places x + o, for x owned by the coordinate and o among the offsets, as disjoint sets.
    struct Reach {
        std::vector<PeriodicSet> own;    ///< places that the coordinate owns itself
        std::vector<PeriodicSet> others; ///< places of its halo
    };
    /// Precondition: in a periodic dimension, no offset is farther than the extent.
    [[nodiscard]] Reach reach(Index coord, Run offsets) const;

    /// Elements of one owner, and the places that hold them. A place is element + distance; the distance is a multiple of the
    /// extent.
    struct Piece {
        PeriodicSet elements;
        Index distance = 0;
        Index owner = 0;
    };
    /// Returns the pieces by distance, then by owner. Cost: the runs and segments of one common period, and one set per owner
    /// found.
    [[nodiscard]] std::vector<Piece> pieces(PeriodicSet const& places) const;

  private:
    [[nodiscard]] std::vector<Index> owners_of(PeriodicSet const& elements) const;
    [[nodiscard]] Run all_places() const;

    DimMapping mapping_;
    bool periodic_;
};

} // namespace tessera
