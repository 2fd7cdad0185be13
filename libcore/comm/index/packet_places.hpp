// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the places that the values of one packet go to.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/comm/index/slot_table.hpp"

#include <map>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// How a value for the same place is found in a packet.
enum class PlaceSearch {
    Linear, ///< from the last one back (pC*'s first version)
    Tree,   ///< in a balanced tree (pC*'s AVL tree)
    Hash
};

class PacketPlaces {
  public:
    PacketPlaces(PlaceSearch search, Index capacity) : search_(search), capacity_(capacity) { places_.reserve(as_size(capacity)); }

    [[nodiscard]] bool full() const { return std::ssize(places_) == capacity_; }
    [[nodiscard]] std::span<Index const> places() const { return places_; }

    /// The entry for a place among those added with `findable`, or nothing.
    [[nodiscard]] std::optional<Index> find(Index place) const;
    /// Precondition: not full. `findable`: find() shall find it (of Linear, it always does).
    void add(Index place, bool findable);
    void clear();

    /// Held, with `capacity` places that can all be found: the most that it may be.
    [[nodiscard]] static Index bytes_each(PlaceSearch search);

  private:
    PlaceSearch search_;
    Index capacity_;
    std::vector<Index> places_;
    std::map<Index, Index> tree_;
    SlotTable table_;
};

} // namespace tessera
