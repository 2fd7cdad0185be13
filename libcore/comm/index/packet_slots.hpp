// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the destinations of the values of one packet.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/comm/index/slot_table.hpp"

#include <map>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// The way in which a packet is searched for a value with the same destination.
enum class PacketSearch {
    Linear, ///< backward from the last entry (pC*'s first version)
    Tree,   ///< in a balanced tree (pC*'s AVL tree)
    Hash
};

class PacketSlots {
  public:
    PacketSlots(PacketSearch search, Index capacity) : search_(search), capacity_(capacity) { places_.reserve(as_size(capacity)); }

    [[nodiscard]] bool full() const { return std::ssize(places_) == capacity_; }
    [[nodiscard]] std::span<Index const> places() const { return places_; }

    /// Returns the number of the entry for a place, among those added with `findable`, or nothing.
    [[nodiscard]] std::optional<Index> find(Index place) const;
    /// Precondition: not full. `findable`: find() must find it (Linear finds all).
    void add(Index place, bool findable);
    void clear();

    /// Returns the largest memory in bytes per entry, if `capacity` entries are all findable.
    [[nodiscard]] static Index bytes_each(PacketSearch search);

  private:
    PacketSearch search_;
    Index capacity_;
    std::vector<Index> places_;
    std::map<Index, Index> tree_;
    SlotTable table_;
};

} // namespace tessera
