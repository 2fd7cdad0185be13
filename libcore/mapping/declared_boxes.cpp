// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a part of a reshaped array as boxes of the declared shape.
#include "libcore/mapping/declared_boxes.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <utility>

namespace tessera {

namespace {

constexpr Index most_rows_compared = 65536;

using SetsOfDims = std::vector<PeriodicSet>;

/// Rows that hold the same positions, counted from the row's begin.
struct EqualRows {
    PeriodicSet positions;
    std::vector<Run> rows;
};

/// Cuts a set of positions into rows of this length. Returns nothing if they are too many, or of more than `most` kinds.
std::optional<std::vector<EqualRows>> rows_of(PeriodicSet const& set, Index length, std::size_t most) {
    std::vector<EqualRows> kinds;
    Index rows = 0;
    for (auto run = set.run_from(0); run; ++rows) {
        Index const row = run->begin / length;
        PeriodicSet const positions = set.clipped({row * length, (row + 1) * length}).shifted(-row * length);
        auto kind = std::ranges::find(kinds, positions, &EqualRows::positions);
        if (kind == kinds.end()) kind = kinds.insert(kind, {positions, {}});
        kind->rows.push_back({row, row + 1});
        if (kinds.size() > most || rows == most_rows_compared) return std::nullopt;
        run = set.run_from((row + 1) * length);
    }
    return kinds;
}

/// Returns products of sets, one set for each dimension, the fastest first.
std::optional<std::vector<SetsOfDims>> products_of(PeriodicSet const& set, std::span<Index const> extents, std::size_t most) {
    if (extents.size() == 1) return std::vector<SetsOfDims>{{set}};
    auto const faster = extents.first(extents.size() - 1);
    auto const kinds = rows_of(set, std::accumulate(faster.begin(), faster.end(), Index{1}, std::multiplies<>()), most);
    if (!kinds) return std::nullopt;
    std::vector<SetsOfDims> all;
    for (EqualRows const& kind : *kinds) {
        auto products = products_of(kind.positions, faster, most);
        if (!products || all.size() + products->size() > most) return std::nullopt;
        for (SetsOfDims& sets : *products) {
            sets.push_back(PeriodicSet::of_runs(kind.rows));
            all.push_back(std::move(sets));
        }
    }
    return all;
}

} // namespace

std::optional<std::vector<BoxSet>> declared_boxes(ArraySpec const& array, DimGroups const& groups, BoxSet const& box,
                                                  std::size_t most) {
    if (groups.empty()) return std::vector{box};
    std::vector<SetsOfDims> boxes{{}};
    auto next = array.extents.begin();
    for (std::size_t group = 0; group < groups.size(); ++group) {
        Extents extents(next, next + groups[group]);
        next += groups[group];
        bool const last_is_fastest = array.order == StorageOrder::C;
        if (last_is_fastest) std::ranges::reverse(extents);
        auto products = products_of(box.dims()[group], extents, most);
        if (!products || boxes.size() * products->size() > most) return std::nullopt;
        std::vector<SetsOfDims> longer;
        for (SetsOfDims& product : *products) {
            if (last_is_fastest) std::ranges::reverse(product);
            for (SetsOfDims sets : boxes) {
                sets.insert(sets.end(), product.begin(), product.end());
                longer.push_back(std::move(sets));
            }
        }
        boxes = std::move(longer);
    }
    std::vector<BoxSet> result;
    for (SetsOfDims& sets : boxes) result.emplace_back(std::move(sets));
    return result;
}

} // namespace tessera
