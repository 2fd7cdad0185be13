// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the exchange of one round of two-phase access.
#pragma once

#include "libcore/scene/files/file_map.hpp"
#include "libcore/scene/scene.hpp"

namespace tessera::detail {

/// Draws the ranks that access the file above, and those that want or write data below. The thickness of the arrows between them
/// shows the volume. Below each rank is what it has received or written so far. Returns the y below. Draws nothing if the access
/// has no such rounds.
[[nodiscard]] double add_round_exchange(Scene& scene, FileMap const& map, Index phase, double left, double y, double width);

} // namespace tessera::detail
