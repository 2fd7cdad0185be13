// SPDX-License-Identifier: BSD-3-Clause
// Tessera: advice as ways through the layouts that were compared.
#pragma once

#include "libcore/advise/advice.hpp"
#include "libcore/scene/scene.hpp"

namespace tessera {

/// Phases from left to right; below each array the layouts that any answer, the job itself or a runner-up of a phase gives it. The
/// way of the best answer is thick, those of the others are thin. A layout that the best answer does not take in a phase says how
/// much slower the whole program is with the best answer that does, where that is known; a remap says what it takes.
[[nodiscard]] Scene advice_scene(PhasedProgram const& program, Advice const& advice);

} // namespace tessera
