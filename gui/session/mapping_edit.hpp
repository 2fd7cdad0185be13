// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which directive a drag in the picture of a mapping makes.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/sets/run.hpp"

#include <optional>

namespace tessera::gui {

/// Lists of at most so many block sizes are written; an arrangement with more coordinates keeps equal blocks.
inline constexpr Index mostBlocksListed = 64;

/// The format that the distribution of an array dimension comes from; nothing where the dimension is whole.
[[nodiscard]] std::optional<int> formatDim(MappingSpec const& spec, int arrayDim);

/// A boundary of dimension `dim`: between elements `index` - 1 and `index`, which have different owners there.
struct Boundary {
    int dim = 0;
    Index index = 0;
    friend bool operator==(Boundary const&, Boundary const&) = default;
};

/// The boundary nearest to a place along a dimension, counted in elements with fractions, if one is within `reach`.
[[nodiscard]] std::optional<Index> boundaryNear(DimMapping const& dim, double place, double reach);

/// Where the boundary may be dropped: no block that is seen vanishes. Cyclic: anywhere inside the array.
[[nodiscard]] Run dropRange(Mapping const& mapping, Boundary const& boundary);

/// The format with the boundary before element `to`, which dropRange holds.
///
/// block, block(m), gen_block: gen_block with this boundary moved and no other, written as block where that is what it is;
/// with `equalBlocks`, or where there are too many blocks to list, block(m) whose boundary comes nearest.
/// cyclic(k): cyclic(k') with the boundary there; of a later boundary than the first, the nearest that a k' gives.
/// indirect: the elements passed over change their owner.
[[nodiscard]] DistFormat movedBoundary(Mapping const& mapping, Boundary const& boundary, Index to, bool equalBlocks = false);

/// How many processors a handle says that has been dragged `pixels` to the right (or up): one for a small way, ever more for a
/// long one; at least 1.
[[nodiscard]] Index draggedCount(Index count, double pixels);

/// Block sizes for another number of processors: the largest are halved, the last are joined; other boundaries stay.
[[nodiscard]] std::vector<Index> resizedBlocks(std::vector<Index> sizes, Index count);

} // namespace tessera::gui
