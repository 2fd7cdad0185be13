// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what frameworks say of an array: which axes of a mesh of ranks cut which dimension; and the mapping it is.
#pragma once

#include "libcore/mapping/array_spec.hpp"
#include "libcore/spec/detail/compact_mapping.hpp"
#include "libcore/spec/forms/detail/axis_cuts.hpp"

#include <optional>
#include <vector>

namespace tessera::notation {

/// One array dimension of a MeshSharding.
struct ShardedDim {
    std::vector<int> axes;      ///< of the mesh that cut the dimension; empty: whole
    std::vector<Index> splits;  ///< DTensor: the split factor of each axis; empty: all axes cut flat, as one axis of their product
    std::vector<Index> offsets; ///< MLIR: where each part begins, and the end of the last; empty: not said
    Place place;
};

/// Axes that no dimension names replicate. The ranks of the mesh are row-major over its axes.
struct MeshSharding {
    Extents mesh;
    std::vector<ShardedDim> dims;  ///< one per array dimension
    std::vector<Rank> ranks;       ///< of the mesh's positions; empty: 0, 1, 2, ...
    Place place;                   ///< all of it
    std::vector<int> addends = {}; ///< axes whose coordinates hold addends of a pending sum
    ReduceOp op = ReduceOp::Sum;   ///< what becomes of them
    AxisNames names = {};          ///< where the axes have names
};

/// The mapping: exactly these elements on these ranks, uneven extents included. Where the axes cut flat, a dimension of n indices
/// over p parts has blocks of ceil(n/p), as in HPF; where they cut in turn, what cut_in_turn says (a block, cyclic(m), gen_block or
/// indirect dimension). With addends, the mapping of the array with one more dimension, the last, which their axes cut flat.
/// Errors, by the cursor: offsets that do not cut the dimension; more parts than can be listed.
[[nodiscard]] CompactMapping mesh_mapping(Cursor& cursor, MeshSharding const& sharding, ArraySpec const& array);

} // namespace tessera::notation
