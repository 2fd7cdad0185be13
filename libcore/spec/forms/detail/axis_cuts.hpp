// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one dimension cut by several mesh axes, one after the other.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/sets/run.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tessera::notation {

/// What one mesh axis does with what the axes before it have left of a dimension. DTensor's rules (placement_types.py):
/// Shard is torch.chunk: parts of ceil(n/p), the last ones shorter or empty. _StridedShard with split factor s > 1 first chunks
/// into s pieces, chunks each of them into p parts, and gives the i-th parts of all pieces to coordinate i.
struct AxisCut {
    Index parts = 1; ///< the axis has so many coordinates
    Index split = 1; ///< the split factor; 1: Shard
};

/// The indices of [0, extent) of every combination of coordinates (row-major, the first axis slowest), each as ascending runs that
/// do not touch. Cost: the runs.
/// Nothing where there would be more than `most_runs` runs.
[[nodiscard]] std::optional<std::vector<std::vector<Run>>> cut_in_turn(Index extent, std::span<AxisCut const> cuts,
                                                                       Index most_runs = Index{1} << 24);

} // namespace tessera::notation
