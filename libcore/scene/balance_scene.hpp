// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how much of an array each rank holds.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/scene/scene.hpp"

#include <optional>

namespace tessera {

/// A bar for each rank: the elements it owns in its colour, the room for its shadow pale behind them, and the mean of all as a
/// line. Of more ranks than there are lines, the fullest of each line. `rank`: framed. Cost: the ranks.
[[nodiscard]] Scene balance_scene(Mapping const& mapping, std::optional<Rank> rank = std::nullopt);

} // namespace tessera
