// SPDX-License-Identifier: BSD-3-Clause
// Tessera: addresses of elements of a distributed array: the owner rank, and the offset in that rank's memory (pC*, chapter 3).
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/mapping.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace tessera {

/// Computes the address of any element. No message is needed, because every rank knows the mapping of all ranks.
/// Along each dimension the index is looked up in one period of the owners. A short period has a table by index; otherwise the
/// segments are searched. So the tables are small and stay in the cache, independent of the array's extent. An exception is a
/// dimension without period and with many segments (indirect), which takes 16 bytes per index.
class ElementAddresses {
  public:
    explicit ElementAddresses(Mapping mapping);

    [[nodiscard]] Mapping const& mapping() const { return mapping_; }

    struct Address {
        Rank rank = 0;
        Index offset = 0; ///< offset in elements, in the rank's LocalLayout
    };
    /// Returns the address of one copy of an element. `linear`: the element's number in the storage order of the array,
    /// 0 <= linear < mapping().volume(). `copy`: 0 <= copy < mapping().replicas().
    [[nodiscard]] Address of(Index linear, Index copy = 0) const;

  private:
    struct Place {
        Index coord = 0;
        Index local = 0; ///< local index relative to the begin of the period
    };
    struct Axis {
        std::size_t dim = 0; // dimension of the array
        Index extent = 1;
        Index period = 1;
        std::vector<Place> of_phase;   // indexed by index within the period; empty if the segments are searched
        std::vector<Index> starts;     // first indices of the segments of one period
        std::vector<Place> of_segment; // places of those first indices
        std::vector<Index> per_period; // indexed by coordinate: number of indices owned in a whole period
    };
    [[nodiscard]] static Axis axis_of(DimMapping const& owners, std::size_t dim);
    [[nodiscard]] static Place place_of(Axis const& axis, Index index);

    Mapping mapping_;
    std::vector<Axis> axes_;           // in the order of memory, fastest first
    std::vector<Index> strides_;       // in elements, by position and then dimension
    std::vector<Index> first_offsets_; // in elements, by position
};

} // namespace tessera
