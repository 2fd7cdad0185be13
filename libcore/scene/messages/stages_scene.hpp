// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a method of several phases as stages: the array's mapping after each phase.
#pragma once

#include "libcore/redist/methods/composite_plan.hpp"
#include "libcore/scene/scene.hpp"

namespace tessera {

/// Draws the owners before, after each phase, and at the end, each with what its phase moves. `array`: index of the array in the
/// plan. Precondition: the array exists.
[[nodiscard]] Scene stages_scene(CompositePlan const& plan, std::size_t array = 0);

} // namespace tessera
