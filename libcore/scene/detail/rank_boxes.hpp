// SPDX-License-Identifier: BSD-3-Clause
// Tessera: ranges of ranks as boxes of processor coordinates.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/sets/run.hpp"

#include <vector>

namespace tessera::detail {

/// One run of coordinates per processor dimension.
using RankBox = std::vector<Run>;

/// Returns the ranks of a range that are on the grid, as disjoint boxes. There are few if ranks count through the grid in some
/// order of its dimensions, and at worst one per rank. Cost: the ranks.
[[nodiscard]] std::vector<RankBox> boxes_of(ProcessorGrid const& grid, Run ranks);

/// Returns, for each processor dimension without an array dimension, which of its coordinates hold copies (1, else 0). The entry is
/// empty for other processor dimensions. The holders are the product of these lists. Cost: the copies.
[[nodiscard]] std::vector<std::vector<Index>> holding_coords(Mapping const& mapping);

} // namespace tessera::detail
