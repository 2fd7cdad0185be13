// SPDX-License-Identifier: BSD-3-Clause
// Tessera: mesh shardings as frameworks define them (which mesh axes cut which dimension), and their conversion to mappings.
#pragma once

#include "libcore/mapping/array_spec.hpp"
#include "libcore/spec/detail/compact_mapping.hpp"
#include "libcore/spec/forms/detail/axis_cuts.hpp"

#include <optional>
#include <vector>

namespace tessera::notation {

/// One array dimension of a MeshSharding.
struct ShardedDim {
    std::vector<int> axes;      ///< mesh axes that cut the dimension; empty: whole
    std::vector<Index> splits;  ///< DTensor: the split factor of each axis; empty: all axes cut as one axis of their product
    std::vector<Index> offsets; ///< MLIR: start of each part, and the end of the last; empty: not given
    Place place;
};

/// Axes that cut no dimension replicate. The ranks of the mesh are row-major over its axes.
struct MeshSharding {
    Extents mesh;
    std::vector<ShardedDim> dims;  ///< one per array dimension
    std::vector<Rank> ranks;       ///< rank at each mesh position; empty: 0, 1, 2, ...
    Place place;                   ///< the whole sharding
    std::vector<int> addends = {}; ///< axes whose coordinates hold addends of a pending sum
    ReduceOp op = ReduceOp::Sum;   ///< operation that combines the addends
    AxisNames names = {};          ///< if the axes have names
};

/// Returns the mapping with exactly these elements on these ranks, also for uneven extents. Without `splits`, a dimension of n
/// indices over p parts has blocks of ceil(n/p), as in HPF. With `splits`, cut_in_turn gives the parts (a block, cyclic(m),
/// gen_block or indirect dimension). With addends, the array has one more dimension at the end, which their axes cut as one axis.
/// Errors, through the cursor: offsets that do not cut the dimension; more parts than can be listed.
[[nodiscard]] CompactMapping mesh_mapping(Cursor& cursor, MeshSharding const& sharding, ArraySpec const& array);

} // namespace tessera::notation
