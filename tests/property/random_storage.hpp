// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how callers may store their parts: any strides, ghosts and gaps.
#pragma once

#include "libcore/mapping/local_layout.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

namespace tessera::oracle {

/// A storage of one position. Another `seed` for each rank gives each its own, with no random choice of the generators.
inline LocalStorage random_storage(Mapping const& mapping, Index position, std::uint64_t seed) {
    std::mt19937_64 random(seed * 1000 + static_cast<std::uint64_t>(position));
    auto const below = [&](Index bound) { return static_cast<Index>(random() % static_cast<std::uint64_t>(bound)); };
    Extents const owned = mapping.owned(position).shape();
    std::vector<std::size_t> order;
    for (std::size_t d = 0; d < owned.size(); ++d) order.push_back(d);
    std::ranges::shuffle(order, random);
    LocalStorage storage{.strides = Extents(owned.size(), 1), .ghosts = std::vector<ShadowWidth>(owned.size())};
    Index reach = 0;
    Index first = below(4);
    Index const front = first;
    for (std::size_t const d : order) {
        ShadowWidth& ghosts = storage.ghosts[d];
        ghosts = {below(3), below(3)};
        Index const steps = owned[d] + ghosts.low + ghosts.high - 1;
        Index const stride = reach + 1 + (below(2) == 0 ? 0 : below(4));
        bool const backwards = below(4) == 0;
        first += stride * (backwards ? steps - ghosts.low : ghosts.low);
        storage.strides[d] = backwards ? -stride : stride;
        reach += steps * stride;
    }
    storage.first_offset = first;
    storage.allocation_size = front + reach + 1 + below(4);
    return storage;
}

/// The same as a layout; nothing where the rank holds nothing.
inline std::optional<LocalLayout> random_layout(Mapping const& mapping, Rank rank, std::uint64_t seed) {
    auto const position = mapping.grid().position(rank);
    if (!position || !mapping.holds(*position)) return std::nullopt;
    return LocalLayout::strided(mapping, *position, random_storage(mapping, *position, seed)).value();
}

} // namespace tessera::oracle
