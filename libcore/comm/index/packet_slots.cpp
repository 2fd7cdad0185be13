// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the destinations of the values of one packet.
#include "libcore/comm/index/packet_slots.hpp"

#include "libcore/base/require.hpp"

namespace tessera {

std::optional<Index> PacketSlots::find(Index place) const {
    if (search_ == PacketSearch::Hash) return table_.find(place);
    if (search_ == PacketSearch::Tree) {
        auto const found = tree_.find(place);
        return found == tree_.end() ? std::nullopt : std::optional(found->second);
    }
    for (std::size_t i = places_.size(); i-- > 0;)
        if (places_[i] == place) return static_cast<Index>(i);
    return std::nullopt;
}

void PacketSlots::add(Index place, bool findable) {
    require(!full(), "PacketSlots::add: the packet is full");
    Index const entry = std::ssize(places_);
    places_.push_back(place);
    if (findable && search_ == PacketSearch::Tree) tree_.emplace(place, entry);
    if (findable && search_ == PacketSearch::Hash) static_cast<void>(table_.find_or_add(place, entry));
}

void PacketSlots::clear() {
    places_.clear();
    tree_.clear();
    table_.clear();
}

Index PacketSlots::bytes_each(PacketSearch search) {
    constexpr Index place = sizeof(Index);
    constexpr Index tree_node = 64; // three pointers, a colour, two numbers, and the allocator's overhead
    if (search == PacketSearch::Tree) return place + tree_node;
    // The table is half empty after it grows by a factor of 4, so it has up to 8 entries per key.
    return search == PacketSearch::Hash ? place + 8 * SlotTable::entry_bytes : place;
}

} // namespace tessera
