// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the order in which a rank's values are sent.
#include "libcore/comm/index/wire_order.hpp"

#include "libcore/comm/index/slot_table.hpp"

#include <algorithm>
#include <random>
#include <utility>

namespace tessera {
namespace {

constexpr std::size_t sample = std::size_t{1} << 14;

/// The different elements in the order of first use, and for each value the number of its element.
struct Distinct {
    std::vector<Index> number; // indexed by value
    std::vector<Index> elements;
};

Distinct distinct_elements(std::span<Index const> indices) {
    Distinct distinct;
    distinct.number.reserve(indices.size());
    SlotTable table;
    for (Index const index : indices) {
        auto const [number, is_new] = table.find_or_add(index, std::ssize(distinct.elements));
        if (is_new) distinct.elements.push_back(index);
        distinct.number.push_back(number);
    }
    return distinct;
}

/// Returns the copies of its element that a value goes to, or comes from.
Run copies_for(Mapping const& mapping, Rank self, bool every_copy) {
    if (every_copy) return {0, mapping.replicas()};
    auto const position = mapping.grid().position(self);
    Index const own = position && mapping.holds(*position) ? mapping.replica(*position) : 0;
    return {own, own + 1};
}

/// Sorts by destination with a counting sort: two passes, no comparisons.
WireOrder ordered(ElementAddresses const& addresses, int ranks, Run copies, std::span<Index const> indices) {
    WireOrder order;
    std::size_t const count = indices.size() * as_size(copies.size());
    std::vector<Rank> owners;
    std::vector<Index> places;
    owners.reserve(count);
    places.reserve(count);
    order.starts.assign(as_size(ranks) + 1, 0);
    for (Index copy = copies.begin; copy < copies.end; ++copy) {
        for (Index const index : indices) {
            auto const address = addresses.of(index, copy);
            owners.push_back(address.rank);
            places.push_back(address.offset);
            ++order.starts[as_size(address.rank) + 1];
        }
    }
    for (std::size_t r = 1; r < order.starts.size(); ++r) order.starts[r] += order.starts[r - 1];
    std::vector<Index> next(order.starts.begin(), order.starts.end() - 1);
    order.wire_slots.resize(count);
    order.offsets.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        Index const slot = next[as_size(owners[i])]++;
        order.wire_slots[i] = slot;
        order.offsets[as_size(slot)] = places[i];
    }
    return order;
}

/// Returns values from all over the list, one from each of `sample` equal parts. The position within a part varies, so that a
/// periodic list does not always give the same elements.
std::vector<Index> spread_sample(std::span<Index const> indices) {
    std::vector<Index> values;
    values.reserve(sample);
    std::minstd_rand place; // fixed seed: the same in every execution
    for (std::size_t i = 0; i < sample; ++i) {
        std::size_t const begin = indices.size() * i / sample;
        std::size_t const end = indices.size() * (i + 1) / sample;
        values.push_back(indices[begin + place() % (end - begin)]);
    }
    return values;
}

} // namespace

double worth_merging(IndexTransport transport) {
    return transport == IndexTransport::SharedMemory ? 0.05 : 0.03;
}

double repeated_share(std::span<Index const> indices) {
    if (indices.empty()) return 0;
    auto const share = [](std::span<Index const> part) {
        return 1 - static_cast<double>(distinct_elements(part).elements.size()) / static_cast<double>(part.size());
    };
    if (indices.size() <= sample) return share(indices);
    return std::max(share(indices.first(sample)), share(spread_sample(indices)));
}

WireOrder wire_order(ElementAddresses const& addresses, int ranks, Rank self, std::span<Index const> indices,
                     RouteOptions const& options, IndexTransport transport) {
    bool const merged =
        options.merge == Merge::Always || (options.merge == Merge::Auto && repeated_share(indices) >= worth_merging(transport));
    Run const copies = copies_for(addresses.mapping(), self, options.every_copy);
    if (!merged) return ordered(addresses, ranks, copies, indices);
    Distinct const distinct = distinct_elements(indices);
    WireOrder order = ordered(addresses, ranks, copies, distinct.elements);
    std::vector<Index> wire_slots;
    wire_slots.reserve(indices.size() * as_size(copies.size()));
    for (std::size_t copy = 0; copy < as_size(copies.size()); ++copy)
        for (Index const number : distinct.number)
            wire_slots.push_back(order.wire_slots[copy * distinct.elements.size() + as_size(number)]);
    order.wire_slots = std::move(wire_slots);
    order.merged = true;
    return order;
}

} // namespace tessera
