// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one dimension cut by several mesh axes, applied in turn.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/sets/run.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tessera::notation {

/// How one mesh axis cuts what the axes before it left of a dimension. DTensor's rules (placement_types.py): Shard is torch.chunk:
/// parts of ceil(n/p), the last ones shorter or empty. _StridedShard with split factor s > 1 first chunks into s pieces, chunks
/// each of them into p parts, and gives the i-th parts of all pieces to coordinate i.
struct AxisCut {
    Index parts = 1; ///< number of coordinates of the axis
    Index split = 1; ///< split factor; 1: Shard
};

/// Returns the indices of [0, extent) for every combination of coordinates (row-major, the first axis slowest). Each entry is a
/// list of ascending runs that do not touch. Returns nothing if there would be more than `most_runs` runs. Cost: the runs.
[[nodiscard]] std::optional<std::vector<std::vector<Run>>> cut_in_turn(Index extent, std::span<AxisCut const> cuts,
                                                                       Index most_runs = Index{1} << 24);

} // namespace tessera::notation
