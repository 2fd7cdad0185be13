// SPDX-License-Identifier: BSD-3-Clause
// Tessera: random dist-formats, and the owner of one index from the words of the HPF standard.
#pragma once

#include "libcore/base/floor_sum.hpp"
#include "libcore/mapping/dist_format.hpp"
#include "tests/property/set_oracle.hpp"

#include <algorithm>
#include <optional>
#include <variant>
#include <vector>

namespace tessera::oracle {

/// Block sizes of `even`. `first`: index i is dealt to block i mod P, so block c gets as many as there are such i; `last`: the same
/// from the last block on; `floor`: by the borders floor(c*n/P).
inline std::vector<Index> even_sizes(std::optional<EvenRule> rule, Index extent, Index coords) {
    std::vector<Index> sizes(static_cast<std::size_t>(coords), 0);
    for (Index c = 0; c < coords; ++c) {
        auto const own = static_cast<std::size_t>(c);
        if (rule == EvenRule::Floor)
            sizes[own] = static_cast<Index>(WideIndex{c + 1} * extent / coords - WideIndex{c} * extent / coords);
        else
            sizes[rule == EvenRule::Last ? static_cast<std::size_t>(coords - 1 - c) : own] = (extent + coords - 1 - c) / coords;
    }
    return sizes;
}

/// The coordinate (from 0) that owns index i (from 0) of a dimension, by the definitions of HPF.
inline Index textbook_owner(DistFormat const& format, Index extent, Index coords, Index i) {
    if (auto const* block = std::get_if<DistFormat::Block>(&format.kind))
        return i / block->size.value_or((extent + coords - 1) / coords);
    if (auto const* cyclic = std::get_if<DistFormat::Cyclic>(&format.kind)) return i / cyclic->size.value_or(1) % coords;
    if (auto const* indirect = std::get_if<DistFormat::Indirect>(&format.kind))
        return indirect->list.values[static_cast<std::size_t>(i)];
    std::vector<Index> sizes;
    if (auto const* even = std::get_if<DistFormat::Even>(&format.kind)) sizes = even_sizes(even->rule, extent, coords);
    if (auto const* blocks = std::get_if<DistFormat::GenBlock>(&format.kind)) sizes = blocks->list.values;
    if (sizes.empty()) return 0; // not distributed
    Index owner = 0;
    for (Index end = sizes[0]; i >= end;) end += sizes[static_cast<std::size_t>(++owner)];
    return owner;
}

/// Sizes of gen_block: cuts at random places, so that empty blocks are common.
inline std::vector<Index> random_block_sizes(Index extent, Index coords) {
    std::vector<Index> cuts{0, extent};
    for (Index c = 1; c < coords; ++c) cuts.push_back(between(0, extent));
    std::ranges::sort(cuts);
    std::vector<Index> sizes;
    for (std::size_t c = 1; c < cuts.size(); ++c) sizes.push_back(cuts[c] - cuts[c - 1]);
    return sizes;
}

/// Any format but `*`, valid for the dimension.
inline DistFormat random_format(Index extent, Index coords) {
    Index const least = std::max<Index>((extent + coords - 1) / coords, 1);
    switch (between(0, 7)) {
    case 0:
        return DistFormat::block();
    case 1:
        return DistFormat::block(between(least, least + 4));
    case 2:
        return DistFormat::cyclic();
    case 3:
        return DistFormat::cyclic(between(1, between(1, 3) == 1 ? extent + 2 : 5));
    case 4:
        return DistFormat::gen_block(random_block_sizes(extent, coords));
    case 5:
        return DistFormat::even();
    case 6:
        return DistFormat::even(static_cast<EvenRule>(between(0, 2)));
    default:
        break;
    }
    std::vector<Index> owners;
    for (Index i = 0; i < extent; ++i)
        owners.push_back(i > 0 && between(0, 2) > 0 ? owners.back() : between(0, coords - 1)); // runs of about three
    return DistFormat::indirect(owners);
}

} // namespace tessera::oracle
