// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one dimension of a halo: what lies beside the indices of a coordinate, and who owns it.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/dim_mapping.hpp"
#include "libcore/sets/periodic_set.hpp"

#include <vector>

namespace tessera {

/// Places count like indices, but go on beyond both ends of a periodic dimension, where place p holds the element p mod extent.
/// Elsewhere places end where the array ends.
class HaloAxis {
  public:
    HaloAxis(DimMapping mapping, bool periodic) : mapping_(std::move(mapping)), periodic_(periodic) {}

    [[nodiscard]] DimMapping const& mapping() const { return mapping_; }
    [[nodiscard]] bool periodic() const { return periodic_; }

    /// The places x + o with x owned by the coordinate and o among the offsets, as disjoint sets.
    struct Reach {
        std::vector<PeriodicSet> own;    ///< those that the coordinate owns itself
        std::vector<PeriodicSet> others; ///< its halo
    };
    /// Precondition: no offset is farther than the extent where the dimension is periodic.
    [[nodiscard]] Reach reach(Index coord, Run offsets) const;

    /// Elements of one owner, and the places that hold them: element + distance, a multiple of the extent.
    struct Piece {
        PeriodicSet elements;
        Index distance = 0;
        Index owner = 0;
    };
    /// By distance, and for each by owner. Cost: the runs and segments of one common period, and one set per owner met.
    [[nodiscard]] std::vector<Piece> pieces(PeriodicSet const& places) const;

  private:
    [[nodiscard]] std::vector<Index> owners_of(PeriodicSet const& elements) const;
    [[nodiscard]] Run all_places() const;

    DimMapping mapping_;
    bool periodic_;
};

} // namespace tessera
