// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the picture of work over time: what each rank holds of a region while one of its parameters runs.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/region/region_profile.hpp"
#include "libcore/scene/scene.hpp"

namespace tessera {

/// As many values of a parameter as a picture has room for.
inline constexpr Index most_profile_values = 120;

/// Ranks from top to bottom, the parameter from left to right; the darker, the more elements. Below, how much of the ranks' time
/// each value leaves idle, where all wait for the busiest. Many ranks share a line, whose colour is that of the busiest of them.
/// Cells are tagged as those of an ownership: panel 0, the rank (-1: several), its line twice, the column twice.
[[nodiscard]] Scene profile_scene(Region const& region, RegionProfile const& profile, Mapping const& mapping);

} // namespace tessera
