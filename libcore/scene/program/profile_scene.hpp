// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the picture of work over time: what each rank holds of a region while one of its parameters varies.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/region/region_profile.hpp"
#include "libcore/scene/scene.hpp"

namespace tessera {

/// Largest number of parameter values in a picture.
inline constexpr Index most_profile_values = 120;

/// Draws ranks from top to bottom and the parameter from left to right; darker means more elements. Below is the share of the
/// ranks' time that each value leaves idle if all wait for the busiest rank. If several ranks share a line, its colour is that of
/// the busiest. Cells have the tags of an ownership picture: panel 0, the rank (-1: several), its line twice, the column twice.
[[nodiscard]] Scene profile_scene(Region const& region, RegionProfile const& profile, Mapping const& mapping);

} // namespace tessera
