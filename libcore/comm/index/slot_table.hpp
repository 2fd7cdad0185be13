// SPDX-License-Identifier: BSD-3-Clause
// Tessera: numbers by key.
#pragma once

#include "libcore/base/index.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tessera {

/// Open addressing, half empty at least. It grows with the keys that are in it: a few keys that come again and again stay in the
/// cache, however often they come.
class SlotTable {
  public:
    static constexpr Index entry_bytes = 2 * sizeof(Index);

    SlotTable() : entries_(64) {}

    /// The number of the key; where it is new, it gets `number`. Says whether it is new. Precondition: key >= 0.
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
    /// Without the keys; the room for them stays.
    void clear() {
        if (used_ > 0) std::ranges::fill(entries_, Entry{});
        used_ = 0;
    }

  private:
    struct Entry {
        Index key = -1; // free
        Index number = 0;
    };
    using Entries = std::vector<Entry>;

    /// The key's own, or the free one that it will get.
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
