// SPDX-License-Identifier: BSD-3-Clause
// Tessera: boundaries between owners, and the format after a boundary is moved.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/sets/run.hpp"

#include <optional>

namespace tessera {

/// Limit of the block sizes in a written list. An arrangement with more coordinates keeps equal blocks.
inline constexpr Index most_blocks_listed = 64;

/// Returns the dimension of the format that distributes an array dimension, or nothing if the array dimension is whole.
[[nodiscard]] std::optional<int> format_dim(MappingSpec const& spec, int array_dim);

/// A boundary of dimension `dim`: between elements `index` - 1 and `index`, which have different owners.
struct Boundary {
    int dim = 0;
    Index index = 0;
    friend bool operator==(Boundary const&, Boundary const&) = default;
};

/// Returns the boundary nearest to a place along a dimension (in elements, fractional), if it is within `reach`.
[[nodiscard]] std::optional<Index> boundary_near(DimMapping const& dim, double place, double reach);

/// Returns where the boundary may be dropped so that no visible block vanishes. Cyclic: anywhere inside the array.
[[nodiscard]] Run drop_range(Mapping const& mapping, Boundary const& boundary);

/// Returns the format with the boundary before element `to`. Precondition: `to` is in drop_range.
///
/// - a pattern of blocks (block, block(m), gen_block): gen_block with only this boundary moved; written as block if the blocks are
/// equal. With
///   `equal_blocks`, or if there are too many blocks to list: block(m) whose boundary is nearest.
/// - cyclic(k): cyclic(k') with the boundary there; for a boundary after the first, the nearest one that some k' gives.
/// - indirect: the elements between the old and the new boundary change their owner.
[[nodiscard]] DistFormat moved_boundary(Mapping const& mapping, Boundary const& boundary, Index to, bool equal_blocks = false);

} // namespace tessera
