// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where any element of a distributed array lies: the rank that owns it, and the place in that rank's memory (pC*, chapter
// 3).
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/mapping.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace tessera {

/// Every rank knows the mapping of every other, so finding an element needs no message.
/// Along each dimension a place is looked up in one period of its owners: at once where the period is short, else among the
/// segments. So the tables stay small, and in the cache, however long the array is; only what has no period and many segments
/// (indirect) takes 16 bytes for each index.
class ElementAddresses {
  public:
    explicit ElementAddresses(Mapping mapping);

    [[nodiscard]] Mapping const& mapping() const { return mapping_; }

    struct Address {
        Rank rank = 0;
        Index offset = 0; ///< in elements, in the rank's LocalLayout
    };
    /// `linear`: the element's number in the storage order of the array, 0 <= linear < mapping().volume(); `copy`: which of its
    /// copies, 0 <= copy < mapping().replicas().
    [[nodiscard]] Address of(Index linear, Index copy = 0) const;

  private:
    struct Place {
        Index coord = 0;
        Index local = 0; ///< counted from the begin of the period
    };
    struct Axis {
        std::size_t dim = 0; // of the array
        Index extent = 1;
        Index period = 1;
        std::vector<Place> of_phase;   // by index within the period; empty where the segments are searched
        std::vector<Index> starts;     // of the segments of one period
        std::vector<Place> of_segment; // of their first indices
        std::vector<Index> per_period; // by coordinate: indices that it owns in a whole period
    };
    [[nodiscard]] static Axis axis_of(DimMapping const& owners, std::size_t dim);
    [[nodiscard]] static Place place_of(Axis const& axis, Index index);

    Mapping mapping_;
    std::vector<Axis> axes_;           // the one that varies fastest first
    std::vector<Index> strides_;       // by position, and for each by dimension; in elements
    std::vector<Index> first_offsets_; // by position
};

} // namespace tessera
