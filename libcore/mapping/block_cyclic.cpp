// SPDX-License-Identifier: BSD-3-Clause
// Tessera: block-cyclic form of a dimension: blocks of equal length, assigned to the coordinates in turn.
#include "libcore/mapping/block_cyclic.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>

namespace tessera {

namespace {

/// Derives the form from the first two segments. The second segment has the full block length unless the dimension ends there.
BlockCyclic guess(DimMapping const& mapping) {
    Index const extent = mapping.extent();
    auto const first = mapping.segment_at(0);
    BlockCyclic blocks{first.run.size(), 0, mapping.coords(), first.owner, 1};
    if (first.run.end >= extent) return blocks;
    auto const second = mapping.segment_at(first.run.end);
    blocks.block = std::max(first.run.size(), second.run.size());
    blocks.offset = blocks.block - first.run.size();
    blocks.step = floor_mod(second.owner - first.owner, mapping.coords()) == 1 ? 1 : -1;
    return blocks;
}

} // namespace

std::optional<BlockCyclic> block_cyclic_of(DimMapping const& mapping) {
    Index const extent = mapping.extent();
    if (extent == 0) return std::nullopt;
    BlockCyclic const blocks = guess(mapping);
    Index const period = mapping.period();
    if (period < extent && checked_mul(blocks.block, blocks.coords) != period) return std::nullopt;
    Index k = 0;
    for (Index x = 0; x < period; ++k) {
        auto const [run, owner] = mapping.segment_at(x);
        Index const begin = std::max<Index>(k * blocks.block - blocks.offset, 0);
        Index const end = std::min((k + 1) * blocks.block - blocks.offset, period);
        bool const in_turn = owner == floor_mod(blocks.first + blocks.step * k, blocks.coords);
        if (run.begin != begin || run.end != std::min(end, extent) || !in_turn) return std::nullopt;
        x = run.end;
    }
    return blocks;
}

} // namespace tessera
