// SPDX-License-Identifier: BSD-3-Clause
// Tessera: counts per coordinate, gathered in any order.
#include "libcore/redist/detail/tally.hpp"

#include <algorithm>
#include <utility>

namespace tessera::detail {

void Tally::add(Index coord, Index count) {
    if (count == 0) return;
    if (!entries_.empty() && entries_.back().coord == coord) {
        entries_.back().count += count;
        return;
    }
    if (entries_.size() == limit_) merge();
    entries_.push_back({coord, count});
}

std::vector<DimTransfer::Entry> Tally::take() {
    merge();
    limit_ = smallest_limit;
    return std::exchange(entries_, {});
}

void Tally::merge() {
    std::ranges::sort(entries_, {}, &DimTransfer::Entry::coord);
    std::size_t kept = 0;
    for (auto const& entry : entries_) {
        if (kept > 0 && entries_[kept - 1].coord == entry.coord)
            entries_[kept - 1].count += entry.count;
        else
            entries_[kept++] = entry;
    }
    entries_.resize(kept);
    limit_ = std::max(smallest_limit, 2 * kept);
}

} // namespace tessera::detail
