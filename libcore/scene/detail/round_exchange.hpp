// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the exchange of one round of two-phase access: who sends to whom.
#pragma once

#include "libcore/scene/file_map.hpp"
#include "libcore/scene/scene.hpp"

namespace tessera::detail {

/// Those who access the file above, those who want or give below, arrows between them as thick as what goes along them; below each
/// rank what it has got or given by then. Returns the y below. Nothing where the access has no such rounds.
[[nodiscard]] double add_round_exchange(Scene& scene, FileMap const& map, Index phase, double left, double y, double width);

} // namespace tessera::detail
