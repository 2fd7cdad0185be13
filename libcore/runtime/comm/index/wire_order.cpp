// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the order in which a rank's values travel.
#include "libcore/runtime/comm/index/wire_order.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace tessera {
namespace {

constexpr std::size_t sample = std::size_t{1} << 14;
/// From this share on merging pays (pC*, section 5.3: .05 with a search tree; looking up costs less here).
constexpr double worth_merging = 0.05;

/// Numbers by key, each key once: open addressing, half empty at least.
class SlotTable {
  public:
    explicit SlotTable(std::size_t keys) : entries_(std::bit_ceil(std::max<std::size_t>(2 * keys, 16)), {-1, 0}) {}

    /// The number of the key; where it is new, it gets `number`. Says whether it is new.
    std::pair<Index, bool> find_or_add(Index key, Index number) {
        std::size_t const mask = entries_.size() - 1;
        for (auto at = static_cast<std::size_t>(static_cast<std::uint64_t>(key) * 0x9E3779B97F4A7C15U >> 20) & mask;;
             at = (at + 1) & mask) {
            if (entries_[at].first == key) return {entries_[at].second, false};
            if (entries_[at].first >= 0) continue;
            entries_[at] = {key, number};
            return {number, true};
        }
    }

  private:
    std::vector<std::pair<Index, Index>> entries_; // key and number; key -1: free
};

/// For each value the number of the element that it is for, in the order in which elements are first named; and those elements.
struct Distinct {
    std::vector<Index> number; // by value
    std::vector<Index> elements;
};

Distinct distinct_elements(std::span<Index const> indices) {
    Distinct distinct;
    distinct.number.reserve(indices.size());
    SlotTable table(indices.size());
    for (Index const index : indices) {
        auto const [number, is_new] = table.find_or_add(index, std::ssize(distinct.elements));
        if (is_new) distinct.elements.push_back(index);
        distinct.number.push_back(number);
    }
    return distinct;
}

/// A counting sort by destination: two passes, no comparison.
WireOrder ordered(ElementAddresses const& addresses, int ranks, std::span<Index const> indices) {
    WireOrder order;
    std::vector<Rank> owners(indices.size());
    std::vector<Index> places(indices.size());
    order.starts.assign(as_size(ranks) + 1, 0);
    for (std::size_t i = 0; i < indices.size(); ++i) {
        auto const address = addresses.of(indices[i]);
        owners[i] = address.rank;
        places[i] = address.offset;
        ++order.starts[as_size(address.rank) + 1];
    }
    for (std::size_t r = 1; r < order.starts.size(); ++r) order.starts[r] += order.starts[r - 1];
    std::vector<Index> next(order.starts.begin(), order.starts.end() - 1);
    order.slots.resize(indices.size());
    order.offsets.resize(indices.size());
    for (std::size_t i = 0; i < indices.size(); ++i) {
        Index const slot = next[as_size(owners[i])]++;
        order.slots[i] = slot;
        order.offsets[as_size(slot)] = places[i];
    }
    return order;
}

} // namespace

double repeated_share(std::span<Index const> indices) {
    auto const part = indices.first(std::min(indices.size(), sample));
    if (part.empty()) return 0;
    return 1 - static_cast<double>(distinct_elements(part).elements.size()) / static_cast<double>(part.size());
}

WireOrder wire_order(ElementAddresses const& addresses, int ranks, std::span<Index const> indices, Merge merge) {
    bool const merged = merge == Merge::Always || (merge == Merge::Auto && repeated_share(indices) >= worth_merging);
    if (!merged) return ordered(addresses, ranks, indices);
    Distinct distinct = distinct_elements(indices);
    WireOrder order = ordered(addresses, ranks, distinct.elements);
    for (Index& number : distinct.number) number = order.slots[as_size(number)];
    order.slots = std::move(distinct.number);
    order.merged = true;
    return order;
}

} // namespace tessera
