// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a hash table from keys to numbers.
#pragma once

#include "libcore/base/index.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tessera {

/// A hash table with open addressing; at least half of it is empty. It grows with the number of different keys, so a few repeated
/// keys stay in the cache. It is as fast as tsl::robin_map and keeps that out of installed headers.
class SlotTable {
  public:
    static constexpr Index entry_bytes = 2 * sizeof(Index);

    SlotTable() : entries_(64) {}

    /// Returns the number of the key, and whether it is new. A new key gets `number`. Precondition: key >= 0.
    std::pair<Index, bool> find_or_add(Index key, Index number) {
        Entry& found = entries_[place_of(entries_, key)];
        if (found.key == key) return {found.number, false};
        found = {key, number};
        if (++used_ * 2 > entries_.size()) grow();
        return {number, true};
    }
    [[nodiscard]] std::optional<Index> find(Index key) const {
        Entry const& found = entries_[place_of(entries_, key)];
        return found.key == key ? std::optional(found.number) : std::nullopt;
    }
    /// Removes all keys, but keeps the memory.
    void clear() {
        if (used_ > 0) std::ranges::fill(entries_, Entry{});
        used_ = 0;
    }

  private:
    struct Entry {
        Index key = -1; // -1: the entry is free
        Index number = 0;
    };
    using Entries = std::vector<Entry>;

    /// Returns the entry of the key, or the free one that the key will get.
    static std::size_t place_of(Entries const& entries, Index key) {
        std::size_t const mask = entries.size() - 1;
        for (auto at = static_cast<std::size_t>(static_cast<std::uint64_t>(key) * 0x9E3779B97F4A7C15U >> 20) & mask;;
             at = (at + 1) & mask)
            if (entries[at].key == key || entries[at].key < 0) return at;
    }
    void grow() {
        Entries larger(entries_.size() * 4);
        for (Entry const& entry : entries_)
            if (entry.key >= 0) larger[place_of(larger, entry.key)] = entry;
        entries_ = std::move(larger);
    }

    Entries entries_;
    std::size_t used_ = 0;
};

} // namespace tessera
