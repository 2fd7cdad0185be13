// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the picture of how much of an array each rank holds.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/scene/scene.hpp"

#include <optional>

namespace tessera {

/// A bar for each rank: its elements in its colour, space for its shadow paler behind them, and a line at the mean of all ranks. If
/// there are more ranks than lines, a line shows the fullest of its ranks. `rank`: gets a frame. Cost: the ranks.
[[nodiscard]] Scene balance_scene(Mapping const& mapping, std::optional<Rank> rank = std::nullopt);

} // namespace tessera
