// SPDX-License-Identifier: BSD-3-Clause
// Tessera: ranges of ranks as boxes of processor coordinates.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/sets/run.hpp"

#include <vector>

namespace tessera::detail {

/// One run of coordinates per processor dimension.
using RankBox = std::vector<Run>;

/// The ranks of a range that stand on the grid, as disjoint boxes: few where ranks count through the grid in any order of its
/// dimensions, one per rank at worst. Cost: the ranks.
[[nodiscard]] std::vector<RankBox> boxes_of(ProcessorGrid const& grid, Run ranks);

/// For each processor dimension that no array dimension follows, which of its coordinates hold copies (1, else 0); empty for the
/// others. The holders are the product of these. Cost: the copies.
[[nodiscard]] std::vector<std::vector<Index>> holding_coords(Mapping const& mapping);

} // namespace tessera::detail
