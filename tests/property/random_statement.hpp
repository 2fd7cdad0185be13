// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random copy statements between given arrays: sections, strides of either direction, any order of the dimensions.
#pragma once

#include "libcore/mapping/copy_map.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/set_oracle.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>

namespace tessera::oracle {

struct Statement {
    std::size_t source = 0;
    std::size_t target = 0;
    CopyMap map;
};

/// `count` indices of a dimension, in steps of either direction.
inline CopySide random_section(std::size_t dim, Index extent, Index count) {
    Index const step = count > 1 ? between(1, std::min<Index>(3, (extent - 1) / (count - 1))) : 1;
    Index const reach = step * (count - 1);
    Index const start = between(0, extent - 1 - reach);
    return one_in(2) ? CopySide{static_cast<int>(dim), start, step} : CopySide{static_cast<int>(dim), start + reach, -step};
}

/// Some dimensions go with each other, in any order; the others are single indices.
inline CopyMap random_copy_map(Extents const& source, Extents const& target) {
    auto const from = random_order(std::ssize(source));
    auto const to = random_order(std::ssize(target));
    Index const shared = between(one_in(9) ? 0 : 1, std::min(std::ssize(source), std::ssize(target)));
    CopyMap map;
    for (std::size_t k = 0; k < std::max(from.size(), to.size()); ++k) {
        auto const s = k < from.size() ? as_size(from[k]) : 0;
        auto const t = k < to.size() ? as_size(to[k]) : 0;
        if (static_cast<Index>(k) < shared) {
            Index const most = std::min(source[s], target[t]);
            Index const count = one_in(3) ? most : between(1, most);
            map.axes.push_back({count, random_section(s, source[s], count), random_section(t, target[t], count)});
            continue;
        }
        if (k < from.size()) map.axes.push_back({1, CopySide{static_cast<int>(s), between(0, source[s] - 1), 1}, {}});
        if (k < to.size()) map.axes.push_back({1, {}, CopySide{static_cast<int>(t), between(0, target[t] - 1), 1}});
    }
    return map;
}

/// The element that a point of the iteration space names, row by row.
inline Index number_of(CopyMap const& map, std::optional<CopySide> CopyAxis::*side, Extents const& at, Extents const& extents) {
    Extents index(extents.size());
    for (std::size_t a = 0; a < at.size(); ++a)
        if (auto const& place = map.axes[a].*side) index[as_size(place->dim)] = place->start + place->step * at[a];
    Index number = 0;
    for (std::size_t d = 0; d < index.size(); ++d) number = number * extents[d] + index[d];
    return number;
}

} // namespace tessera::oracle
