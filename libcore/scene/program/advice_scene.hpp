// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the picture of advice: paths through the compared layouts.
#pragma once

#include "libcore/advise/advice.hpp"
#include "libcore/scene/scene.hpp"

namespace tessera {

/// Phases run from left to right. Below each array are the layouts that some answer, the job itself or a phase's runner-up gives
/// it. The path of the best answer is thick, the others are thin. A layout off the best path shows how much slower the whole
/// program is with the best answer that uses it there, if known. A remap shows its time.
[[nodiscard]] Scene advice_scene(PhasedProgram const& program, Advice const& advice);

} // namespace tessera
