// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a method of several phases as stages: where each phase leaves the array.
#pragma once

#include "libcore/redist/methods/composite_plan.hpp"
#include "libcore/scene/scene.hpp"

namespace tessera {

/// Who owns what before, after each phase, and at the end, each picture with what its phase moves. `array`: which of the arrays of
/// the whole. Precondition: there is such an array.
[[nodiscard]] Scene stages_scene(CompositePlan const& plan, std::size_t array = 0);

} // namespace tessera
