// SPDX-License-Identifier: BSD-3-Clause
// Tessera: boundaries between owners, and the format that has one of them elsewhere.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/sets/run.hpp"

#include <optional>

namespace tessera {

/// Lists of at most so many block sizes are written; an arrangement with more coordinates keeps equal blocks.
inline constexpr Index most_blocks_listed = 64;

/// The format that the distribution of an array dimension comes from; nothing where the dimension is whole.
[[nodiscard]] std::optional<int> format_dim(MappingSpec const& spec, int array_dim);

/// A boundary of dimension `dim`: between elements `index` - 1 and `index`, which have different owners there.
struct Boundary {
    int dim = 0;
    Index index = 0;
    friend bool operator==(Boundary const&, Boundary const&) = default;
};

/// The boundary nearest to a place along a dimension, counted in elements with fractions, if one is within `reach`.
[[nodiscard]] std::optional<Index> boundary_near(DimMapping const& dim, double place, double reach);

/// Where the boundary may be dropped: no block that is seen vanishes. Cyclic: anywhere inside the array.
[[nodiscard]] Run drop_range(Mapping const& mapping, Boundary const& boundary);

/// The format with the boundary before element `to`, which drop_range holds.
///
/// block, block(m), gen_block: gen_block with this boundary moved and no other, written as block where that is what it is;
/// with `equal_blocks`, or where there are too many blocks to list, block(m) whose boundary comes nearest.
/// cyclic(k): cyclic(k') with the boundary there; of a later boundary than the first, the nearest that a k' gives.
/// indirect: the elements passed over change their owner.
[[nodiscard]] DistFormat moved_boundary(Mapping const& mapping, Boundary const& boundary, Index to, bool equal_blocks = false);

} // namespace tessera
