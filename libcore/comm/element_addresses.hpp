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

/// Every rank knows the mapping of every other, so finding an element needs no message. Of copies, the first.
/// Along each dimension that is not too long the owner and its local index are looked up, else they are computed.
class ElementAddresses {
  public:
    explicit ElementAddresses(Mapping mapping);

    [[nodiscard]] Mapping const& mapping() const { return mapping_; }

    struct Address {
        Rank rank = 0;
        Index offset = 0; ///< in elements, in the rank's LocalLayout
    };
    /// `linear`: the element's number in the storage order of the array, 0 <= linear < mapping().volume().
    [[nodiscard]] Address of(Index linear) const;

    /// Longer dimensions are computed: a table takes 16 bytes for each index.
    static constexpr Index longest_table = Index{1} << 24;

  private:
    struct Place {
        Index coord = 0;
        Index local = 0;
    };
    struct Axis {
        std::size_t dim = 0; // of the array
        Index extent = 1;
        std::vector<Place> places;     // by index; empty: computed
        std::vector<PeriodicSet> sets; // what each coordinate owns, where it is computed
    };
    [[nodiscard]] Place place_of(Axis const& axis, Index index) const;

    Mapping mapping_;
    std::vector<Axis> axes_;           // the one that varies fastest first
    std::vector<Extents> strides_;     // by position and dimension, in elements
    std::vector<Index> first_offsets_; // by position
};

} // namespace tessera
